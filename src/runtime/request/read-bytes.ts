import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { AwaitedBodies, AwaitingCall } from '../overload/awaited-bodies.js';

/** A body up to here comes in one chunk or two, and needs no watching while it comes. */
const SHORT_BYTES = 16_384;

/** Begins when Node's parser is done with what has come, also with the end of a body. */
const untilParsed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Over already: what waits for it goes on once Node's parser has handed on what came together with the head. */
const NOW = Promise.resolve();

export interface BytesOptions {
  readonly limitBytes: number;
  /** Counts the bodies that do not arrive together with their heads. */
  readonly bodies: Pick<AwaitedBodies, 'read'>;
}

/**
 * Reads a body that nobody has read from yet, and resolves to what `use` makes of it. Rejects with a PAYLOAD_TOO_LARGE
 * that closes the connection, a BAD_REQUEST for one that is not as long as it says, a CLIENT_CLOSED_REQUEST, or with what
 * `bodies` refuses.
 */
export function readBytes<T>(
  call: AwaitingCall,
  { limitBytes, bodies }: BytesOptions,
  use: (bytes: Buffer) => T | Promise<T>,
): Promise<T> {
  const { req } = call;
  const length = req.headers['content-length'];
  const isShort = Number(length) <= Math.min(SHORT_BYTES, limitBytes) && req.readableEncoding === null;
  if (!isShort) {
    const read = () => readAny(req, limitBytes, length);
    if (Number(length) > limitBytes) return read().then(use);
    return untilParsed()
      .then(() => (req.complete ? read() : bodies.read(call, read)))
      .then(use);
  }
  return NOW.then(() => {
    const arrived = takeArrived(req, Number(length));
    if (arrived) return use(arrived);
    const read = () => (req.readable ? readShort(req) : readAny(req, limitBytes, length));
    return bodies.read(call, read).then(use);
  });
}

/** The body, where all of it is there: no listener has to wait for it then. */
function takeArrived(req: IncomingMessage, length: number): Buffer | undefined {
  if (!req.readable || req.readableLength !== length) return undefined;
  const bytes = req.read() as Buffer | null;
  // There is nothing more to come but its end, which is told to whoever listens.
  req.resume();
  return bytes ?? undefined;
}

/** Of a length that was said, which Node's parser makes sure of. */
function readShort(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    req.on('close', () => {
      if (!req.readableEnded) reject(callerGone());
    });
  });
}

async function readAny(
  req: IncomingMessage,
  limitBytes: number,
  length: string | undefined,
): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit: limitBytes, ...(length === undefined ? {} : { length }) });
  } catch (error) {
    const type = (error as { type?: unknown }).type;
    if (type === 'entity.too.large') throw tooLarge(limitBytes);
    if (type === 'request.aborted' || isCallerGone(req)) throw callerGone(error);
    if (type === 'request.size.invalid') {
      throw new BuiltInError('BAD_REQUEST', 'body.length');
    }
    throw error;
  }
}

/** A stream that was read to its end is destroyed too, so that only the connection tells. */
export function isCallerGone(req: IncomingMessage): boolean {
  return req.socket.destroyed;
}

export function callerGone(cause?: unknown): ProcedureError {
  return new ProcedureError('CLIENT_CLOSED_REQUEST', 'The caller went away.', { cause });
}

export function tooLarge(limitBytes: number): BuiltInError {
  return new BuiltInError('PAYLOAD_TOO_LARGE', 'body.tooLarge', {
    params: { max: limitBytes },
    headers: { Connection: 'close' },
  });
}
