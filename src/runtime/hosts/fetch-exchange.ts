import { clearImmediate, setImmediate } from 'node:timers';
import { isUint8Array } from 'node:util/types';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { createCallerDisconnected } from '../call/call.js';
import type { Exchange, KoaHost, RequestBody, RequestHeaders } from '../exchange.js';
import { createTooLarge } from '../guards/read-body.js';
import { readCombined } from '../request/combine-chunks.js';

/** A Fetch API request. */
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
    // A fragment is never sent to a server, but a request created in process may have one.
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

  /** The Fetch API joins repeated headers; a joined value is no valid credential and no valid content type. */
  isRepeated(): boolean {
    return false;
  }

  onDisconnect(listener: () => void): void {
    const { signal } = this.#request;
    // Some hosts abort the signal after every response.
    const notify = () => {
      if (!this.#isOver) listener();
    };
    if (signal.aborted) notify();
    else signal.addEventListener('abort', notify, { once: true });
  }

  /** Marks the response as complete. */
  end(): void {
    this.#isOver = true;
  }
}

class FetchBody implements RequestBody {
  readonly isSent: boolean;
  /** The chunks belong to the stream that the request was created with. */
  readonly ownsChunks = false;
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
    // Some hosts attach a stream to every POST.
    const isDeclared = length === undefined ? (encoding ?? type) !== undefined : this.#length > 0;
    this.isSent = request.body !== null && isDeclared;
  }

  /** Rejects with an INTERNAL, whose message is for the operator, if the host has already read the body. */
  async readArrived(limitBytes: number): Promise<Buffer | undefined> {
    if (this.#length > limitBytes) this.#refuse(limitBytes);
    this.#requireUnread();
    this.#reading = this.#readAll(limitBytes);
    return settleWithinTurn(this.#reading);
  }

  read(limitBytes: number, onBytes: (count: number) => void): Promise<Buffer> {
    this.#onBytes = onBytes;
    onBytes(this.#received);
    // Some hosts do not break the stream when the caller disconnects.
    this.#exchange.onDisconnect(() => this.stop());
    this.#reading ??= this.#readAll(limitBytes);
    return this.#reading;
  }

  async readChunks(
    limitBytes: number,
    onChunk: (chunk: Uint8Array) => undefined | Promise<void>,
  ): Promise<void> {
    if (this.#length > limitBytes) this.#refuse(limitBytes);
    this.#requireUnread();
    this.#exchange.onDisconnect(() => this.stop());
    await this.#readStream(limitBytes, onChunk);
  }

  stop(): void {
    this.#isStopped = true;
    // A failure to cancel concerns only the host.
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

  #readAll(limitBytes: number): Promise<Buffer> {
    return readCombined((onChunk) =>
      this.#readStream(limitBytes, (chunk) => {
        onChunk(chunk);
        this.#onBytes(chunk.length);
        return undefined;
      }),
    );
  }

  async #readStream(
    limitBytes: number,
    onChunk: (chunk: Uint8Array) => undefined | Promise<void>,
  ): Promise<void> {
    const reader = this.#request.body?.getReader();
    this.#reader = reader;
    for (;;) {
      let value: Uint8Array | undefined;
      try {
        value = (await reader?.read())?.value;
      } catch (error) {
        // The stream of a request breaks when its caller disconnects; not every host aborts the signal first.
        throw createCallerDisconnected(error);
      }
      if (!value) break;
      if (!isUint8Array(value))
        throw new TypeError('The body of the request is a stream of other values than bytes.');
      this.#received += value.length;
      if (this.#received > limitBytes) this.#refuse(limitBytes);
      const pending = onChunk(value);
      if (pending) await pending;
    }
    if (this.#isStopped) throw createCallerDisconnected();
    this.isComplete = true;
  }
}

/** Settles like the promise if that settles within this tick of the event loop, else resolves with undefined. */
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
  'The request body has already been read: pass the original request, or a clone whose body is unread.';
