import { clearImmediate, setImmediate } from 'node:timers';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { createCallerGone } from '../call/call.js';
import type { Exchange, KoaHost, RequestBody, RequestHeaders } from '../exchange.js';
import { createTooLarge } from '../guards/read-body.js';

/** A request of the Fetch standard. */
export class FetchExchange implements Exchange {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly querystring: string;
  readonly headers: RequestHeaders;
  readonly peerAddress: string | undefined;
  readonly isEncrypted: boolean;
  readonly koa: KoaHost | null = null;
  readonly #request: Request;
  #body: FetchBody | undefined;
  #isOver = false;

  constructor(request: Request, address: string | undefined) {
    const { method, url } = request;
    this.#request = request;
    this.method = method;
    this.isEncrypted = url.startsWith('https:');
    this.peerAddress = address;
    const hostAt = url.indexOf('//') + 2;
    const pathAt = url.indexOf('/', hostAt);
    // A fragment stays with who made the request, even where there was no connection.
    [this.url = '/'] = url.slice(pathAt).split('#', 1);
    const mark = this.url.indexOf('?');
    this.path = mark < 0 ? this.url : this.url.slice(0, mark);
    this.querystring = mark < 0 ? '' : this.url.slice(mark + 1);
    const headers: Record<string, string> = {};
    for (const [name, value] of request.headers) headers[name] = value;
    headers.host ??= url.slice(hostAt, pathAt);
    this.headers = headers;
  }

  get body(): RequestBody {
    this.#body ??= new FetchBody(this.#request, this);
    return this.#body;
  }

  /** Those of a name are joined, which is no credential and no content type. */
  isRepeated(): boolean {
    return false;
  }

  onGone(listener: () => void): void {
    const { signal } = this.#request;
    // Some hosts abort after every answer.
    const tell = () => {
      if (!this.#isOver) listener();
    };
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  }

  /** The answer is complete. */
  end(): void {
    this.#isOver = true;
  }
}

class FetchBody implements RequestBody {
  readonly isSent: boolean;
  /** They are those of the stream that the request was made with. */
  readonly hasOwnPieces = false;
  isComplete = false;
  readonly #request: Request;
  readonly #exchange: Exchange;
  readonly #length: number;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #reading: Promise<Buffer> | undefined;
  #received = 0;
  #isStopped = false;
  #onBytes = (_count: number): void => {};

  constructor(request: Request, exchange: Exchange) {
    const {
      'content-length': length,
      'transfer-encoding': encoding,
      'content-type': type,
    } = exchange.headers;
    this.#request = request;
    this.#exchange = exchange;
    this.#length = Number(length ?? 0);
    // Some hosts have a stream for every POST.
    const isSaid = length === undefined ? (encoding ?? type) !== undefined : this.#length > 0;
    this.isSent = request.body !== null && isSaid;
  }

  /** Rejects with an INTERNAL, whose message tells the operator, where the host has read the body. */
  async readArrived(limitBytes: number): Promise<Buffer | undefined> {
    if (this.#length > limitBytes) this.#refuse(limitBytes);
    this.#requireUnread();
    this.#reading = this.#readAll(limitBytes);
    return settleWithinTurn(this.#reading);
  }

  read(limitBytes: number, onBytes: (count: number) => void): Promise<Buffer> {
    this.#onBytes = onBytes;
    onBytes(this.#received);
    // Not every host breaks the stream when the caller goes.
    this.#exchange.onGone(() => this.stop());
    this.#reading ??= this.#readAll(limitBytes);
    return this.#reading;
  }

  async readEach(limitBytes: number, take: (piece: Uint8Array) => undefined | Promise<void>): Promise<void> {
    if (this.#length > limitBytes) this.#refuse(limitBytes);
    this.#requireUnread();
    this.#exchange.onGone(() => this.stop());
    await this.#readPieces(limitBytes, take);
  }

  stop(): void {
    this.#isStopped = true;
    // Whether the host comes to an end with it is its own affair.
    (this.#reader ?? this.#request.body)?.cancel().catch(() => {});
  }

  #requireUnread(): void {
    if (this.#request.bodyUsed || this.#request.body?.locked)
      throw new ProcedureError('INTERNAL', READ_BEFORE);
  }

  #refuse(limitBytes: number): never {
    this.stop();
    throw createTooLarge(limitBytes);
  }

  async #readAll(limitBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    await this.#readPieces(limitBytes, (piece) => {
      chunks.push(piece);
      this.#onBytes(piece.length);
      return undefined;
    });
    const [first] = chunks;
    return first && chunks.length === 1
      ? Buffer.from(first.buffer, first.byteOffset, first.length)
      : Buffer.concat(chunks, this.#received);
  }

  async #readPieces(
    limitBytes: number,
    take: (piece: Uint8Array) => undefined | Promise<void>,
  ): Promise<void> {
    const reader = this.#request.body?.getReader();
    this.#reader = reader;
    for (;;) {
      const value = await readPiece(reader);
      if (!value) break;
      this.#received += value.length;
      if (this.#received > limitBytes) this.#refuse(limitBytes);
      const taking = take(value);
      if (taking) await taking;
    }
    if (this.#isStopped) throw createCallerGone();
    this.isComplete = true;
  }
}

/** The next piece; undefined at the end. */
async function readPiece(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader?.read())?.value;
  } catch (error) {
    // A stream of a request breaks where its caller goes; not every host aborts the signal first.
    throw createCallerGone(error);
  }
}

/** What the promise settles to in this turn of the event loop; undefined where it does not. */
function settleWithinTurn<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const immediate = setImmediate(resolve, undefined);
    promise.then(
      (value) => {
        clearImmediate(immediate);
        resolve(value);
      },
      (error) => {
        clearImmediate(immediate);
        reject(error);
      },
    );
  });
}

const READ_BEFORE =
  'The host read the body before: hand over the request as it came, or a clone that nobody has read.';
