import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { type Answer, JSON_TYPE } from './answer.js';
import { appendVary } from './append-vary.js';
import { writesAsNode } from './end-at-once.js';
import { dropHeader, type HeaderList, putHeader, readHeader } from './header-list.js';

/** Those that forbid a body, and with it a length (RFC 9110, 6.4.1). */
const LENGTHLESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);
/** Has a body, which is empty (RFC 9110, 15.3.6). */
const RESET_CONTENT = 205;

/** The answer of a call that nothing stands around: it goes to Node in one call, its headers in the order of their setting. */
export class StraightAnswer implements Answer {
  readonly #res: ServerResponse;
  #headers: HeaderList;
  #status = 404;
  #text: string | null = null;
  /** Of the text alone. */
  #isAscii = false;
  /** Whether there may be headers that neither the guards nor the answer itself brought. */
  #hasOthers = false;

  constructor(res: ServerResponse, headers: string[]) {
    this.#res = res;
    this.#headers = headers;
  }

  add(headers: readonly string[]): void {
    for (let index = 0; index < headers.length; index++) this.#headers.push(headers[index] as string);
  }

  set(name: string, value: string): void {
    this.#hasOthers = true;
    // As Koa has it, who is not held to types here either.
    if (name === '') return;
    const text = String(value);
    validateHeaderName(name);
    validateHeaderValue(name, text);
    putHeader(this.#headers, name, text);
  }

  remove(name: string): void {
    if (this.#hasOthers) dropHeader(this.#headers, name);
  }

  vary(field: string | readonly string[]): void {
    const vary = readHeader(this.#headers, 'Vary') ?? '';
    putHeader(this.#headers, 'Vary', appendVary(String(vary), field));
  }

  sendJson(status: number, text: string): void {
    if (status === RESET_CONTENT || LENGTHLESS_STATUSES.has(status)) {
      this.sendNothing(status);
      return;
    }
    const length = Buffer.byteLength(text);
    // Nothing says so yet, as a rule.
    if (this.#text === null && !this.#hasOthers) {
      this.#headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(length));
    } else {
      putHeader(this.#headers, 'Content-Type', JSON_TYPE);
      putHeader(this.#headers, 'Content-Length', String(length));
    }
    this.#status = status;
    this.#text = text;
    this.#isAscii = length === text.length;
  }

  sendNothing(status: number): void {
    this.#status = status;
    this.#text = null;
    dropHeader(this.#headers, 'Content-Type');
    dropHeader(this.#headers, 'Content-Length');
  }

  /** Moves what there is so far to another answer, in the same order. */
  moveTo(other: Answer): void {
    for (let index = 0; index < this.#headers.length; index += 2) {
      const name = this.#headers[index] as string;
      if (name === 'Content-Type' && this.#text !== null) other.sendJson(this.#status, this.#text);
      other.set(name, String(this.#headers[index + 1]));
    }
    this.#headers = [];
  }

  /** Nothing happens where the caller has gone. */
  finish(): void {
    const { socket, destroyed } = this.#res;
    // Node takes an answer whose turn on its connection has not come yet, and then it has no socket.
    if (destroyed || (socket && !socket.writable)) return void this.#res.end();
    if (this.#text === null && this.#hasLength()) putHeader(this.#headers, 'Content-Length', '0');
    this.#res.writeHead(this.#status, this.#headers);
    if (this.#text === null) this.#res.end();
    else this.#end(this.#text);
  }

  /**
   * Ends with a text. `end(text)` would give the socket an empty write behind it, and two writes are a list, which Node
   * takes longer for than for one; where nobody but the service writes, head and text go out alone.
   */
  #end(text: string): void {
    const res = this.#res;
    const { socket } = res;
    const isPlain = socket && res.req.method !== 'HEAD' && writesAsNode(res);
    if (!isPlain) return void res.end(text, this.#encoding());
    socket.cork();
    res.write(text, this.#encoding());
    socket.uncork();
    res.end();
  }

  /** Node writes the headers in the text's encoding. Those that the service brings are ASCII, as most texts are. */
  #encoding(): 'latin1' | 'utf8' {
    return this.#isAscii && !this.#hasOthers ? 'latin1' : 'utf8';
  }

  #hasLength(): boolean {
    return !LENGTHLESS_STATUSES.has(this.#status) && this.#res.req.method !== 'HEAD';
  }
}
