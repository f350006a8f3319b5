import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';

/** A body up to here comes in one chunk or two, and needs no watching while it comes. */
const SHORT_BYTES = 16_384;

/**
 * Reads a body that nobody has read from yet, and resolves to what `use` makes of it. Rejects with a PAYLOAD_TOO_LARGE that closes the connection, a BAD_REQUEST
 * for one that is not as long as it says, or a CLIENT_CLOSED_REQUEST.
 */
export function readBytes<T>(
  req: IncomingMessage,
  limitBytes: number,
  use: (bytes: Buffer) => T,
): Promise<T> {
  const length = req.headers['content-length'];
  const isShort = Number(length) <= Math.min(SHORT_BYTES, limitBytes) && req.readableEncoding === null;
  return isShort && req.readable ? readShort(req, use) : readAny(req, limitBytes, length).then(use);
}

/** Of a length that was said, which Node's parser makes sure of. */
function readShort<T>(req: IncomingMessage, use: (bytes: Buffer) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const [first] = chunks;
      try {
        resolve(use(first && chunks.length === 1 ? first : Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
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
