import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { createCallerDisconnected } from '../call/call.js';
import type { RequestBody } from '../exchange.js';
import { createTooLarge } from '../guards/read-body.js';
import { readCombined } from '../request/combine-chunks.js';
import { exemptFromDeadline } from './deadline-exemption.js';

/** A body up to this size comes in one or two chunks, and needs no watching while it arrives. */
const SHORT_BYTES = 16_384;

/** Resolves once Node's parser has processed everything that has arrived, including the end of a body. */
const untilParsed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** HTTP/2 has no `Transfer-Encoding`: a request has a body if its stream does not end with the headers. */
type Streamed = IncomingMessage & { readonly stream?: { readonly endAfterHeaders: boolean } };

/**
 * The body of a Node request. In a host application a body parser may have read it before; then it is taken from
 * `rawBody` or `body`, where the parser leaves its text, its bytes or its value.
 */
export class NodeBody implements RequestBody {
  readonly isSent: boolean;
  isStopped = false;
  ownsChunks = false;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #parsed: object;

  constructor(req: IncomingMessage, res: ServerResponse, parsed: object) {
    this.#req = req;
    this.#res = res;
    this.#parsed = parsed;
    this.isSent = isBodySent(req);
  }

  get isComplete(): boolean {
    return this.#req.complete;
  }

  /** Throws an INTERNAL, whose message is for the operator, if a parser has read the body and left nothing. */
  readArrived(limitBytes: number): Buffer | undefined | Promise<Buffer | undefined> {
    const req = this.#req;
    if (req.readableEnded || req.readableDidRead) return readLeftover(req, this.#parsed);
    const length = Number(req.headers['content-length']);
    if (length > limitBytes) throw createTooLarge(limitBytes);
    if (length > SHORT_BYTES || Number.isNaN(length) || req.readableEncoding !== null)
      return untilParsed().then(() => (req.complete ? this.read(limitBytes, () => {}) : undefined));
    if (!req.readable || req.readableLength !== length) return undefined;
    const bytes: Buffer | null = req.read();
    // Only the end is left; `resume` makes the stream emit it.
    req.resume();
    return bytes ?? Buffer.alloc(0);
  }

  async read(limitBytes: number, onBytes: (count: number) => void): Promise<Buffer> {
    const bytes = await readCombined((onChunk) =>
      this.#readStream(limitBytes, (chunk) => {
        onChunk(chunk);
        onBytes(chunk.length);
        return undefined;
      }),
    );
    const { 'content-length': length } = this.#req.headers;
    if (length !== undefined && Number(length) !== bytes.length)
      throw new BuiltInError('BAD_REQUEST', 'body.length');
    return bytes;
  }

  /** Rejects with an INTERNAL, whose message is for the operator, if a parser has read the body. */
  async readChunks(
    limitBytes: number,
    onChunk: (chunk: Uint8Array) => undefined | Promise<void>,
  ): Promise<void> {
    const req = this.#req;
    if (req.readableEnded || req.readableDidRead) throw new ProcedureError('INTERNAL', READ_BEFORE);
    exemptFromDeadline(req);
    await this.#readStream(limitBytes, onChunk);
  }

  async #readStream(
    limitBytes: number,
    onChunk: (chunk: Uint8Array) => undefined | Promise<void>,
  ): Promise<void> {
    const req = this.#req;
    if (req.readableEncoding !== null) throw new ProcedureError('INTERNAL', READ_BEFORE);
    // A destroyed request emits no more events.
    if (req.destroyed) throw createCallerDisconnected();
    if (Number(req.headers['content-length']) > limitBytes) throw createTooLarge(limitBytes);
    let received = 0;
    this.ownsChunks = isUntouched(req);
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        req
          .off('data', onData)
          .off('end', onEnd)
          .off('aborted', onDisconnect)
          .off('error', onDisconnect)
          .off('close', onDisconnect)
          .pause();
        settle();
      };
      const onEnd = () => end(resolve);
      const fail = (error: unknown) => end(() => reject(error));
      const onDisconnect = (cause?: Error) => fail(createCallerDisconnected(cause));
      const onData = (chunk: Buffer) => {
        received += chunk.length;
        if (req.listenerCount('data') > 1) this.ownsChunks = false;
        if (received > limitBytes) return fail(createTooLarge(limitBytes));
        try {
          const pending = onChunk(chunk);
          if (!pending) return;
          req.pause();
          pending.then(() => req.resume(), fail);
        } catch (error) {
          fail(error);
        }
      };
      req.on('data', onData).on('end', onEnd).on('error', onDisconnect).on('close', onDisconnect);
      // An aborted HTTP/2 request also ends.
      req.on('aborted', onDisconnect);
    });
  }

  /** Destroys the connection at once, with the data that has arrived, if the response is queued behind others. */
  stop(): void {
    this.isStopped = true;
    if (this.#res.socket === null) this.#req.socket.destroy();
  }
}

export function isBodySent(req: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = req.headers;
  const isArriving = (req as Streamed).stream?.endAfterHeaders === false;
  return encoding !== undefined || (length === undefined ? isArriving : Number(length) > 0);
}

/** Whether no code has replaced the stream methods through which chunks pass, and so may hold on to them. */
function isUntouched(req: IncomingMessage): boolean {
  const { on, emit, push } = Readable.prototype;
  return req.on === on && req.emit === emit && req.push === push;
}

/** Returns the bytes of a body that a parser has read, from the text, bytes or parsed value that it left. */
function readLeftover(req: IncomingMessage, parsed: object): Buffer {
  const { rawBody, body } = parsed as { rawBody?: unknown; body?: unknown };
  for (const sent of [rawBody, body])
    if (typeof sent === 'string' || sent instanceof Uint8Array) return Buffer.from(sent as string);
  const text = JSON.stringify(body);
  if (text !== undefined) return Buffer.from(text);
  if (isDisconnected(req)) throw createCallerDisconnected();
  throw new ProcedureError('INTERNAL', NOTHING_LEFT);
}

/** Checks the connection, since a stream that was read to its end is destroyed too. */
function isDisconnected(req: IncomingMessage): boolean {
  return req.socket.destroyed;
}

const READ_BEFORE =
  'Other middleware read the body before procgen, or set its encoding: move it after procgen, or exclude the paths of the API from it.';

const NOTHING_LEFT =
  'Other middleware read the body and left neither `rawBody` nor `body` on the request: move it after procgen, or ' +
  'exclude the paths of the API from it.';
