import { type OutgoingHttpHeader, validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { appendVary } from './append-vary.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Whether a response of this status has no body or an empty one. */
export function isBodyless(status: number): boolean {
  return status === RESET_CONTENT || LENGTHLESS_STATUSES.has(status);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Statuses that forbid a body and a `Content-Length` (RFC 9110, 6.4.1). */
const LENGTHLESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);
/** Has an empty body (RFC 9110, 15.3.6). */
const RESET_CONTENT = 205;

/** The response of one call, collected during the call. The host writes it when the call is over. */
export class Answer {
  status = 404;
  /** In insertion order, names and values alternating. */
  readonly headers: HeaderList;
  body: string | Uint8Array | Readable | null = null;
  /** Whether the host owns status and body because the handler responded through it. */
  isHosted = false;
  /** Whether the response is a failure. */
  isFailure = false;
  /** Whether any header was set with `set`, which may be one that the body's own headers replace. */
  #hasOthers = false;
  #isAsciiBody = false;
  #hasNonAsciiHeader = false;

  constructor(headers: HeaderList) {
    this.headers = headers;
  }

  /** Adds a header that is not set yet. The value must be ASCII without control characters. */
  add(name: string, value: string): void {
    this.headers.push(name, value);
  }

  /** Sets or replaces a header. Throws for a name or value that HTTP does not allow. */
  set(name: string, value: string | string[]): void {
    this.#hasOthers = true;
    if (name === '') return;
    validateHeaderName(name);
    const texts = Array.isArray(value) ? value.map(String) : String(value);
    if (typeof texts === 'string') this.#check(name, texts);
    else for (const text of texts) this.#check(name, text);
    putHeader(this.headers, name, texts);
  }

  #check(name: string, text: string): void {
    if (PRINTABLE_ASCII.test(text)) return;
    validateHeaderValue(name, text);
    this.#hasNonAsciiHeader = true;
  }

  /** Whether neither a text body nor any header has a character outside ASCII. */
  get isAscii(): boolean {
    return this.#isAsciiBody && !this.#hasNonAsciiHeader;
  }

  remove(name: string): void {
    if (this.#hasOthers) dropHeader(this.headers, name);
  }

  /** Adds request headers to `Vary`. Throws for an invalid header name. */
  vary(field: string | readonly string[]): void {
    const vary = readHeader(this.headers, 'Vary') ?? '';
    putHeader(this.headers, 'Vary', appendVary(String(vary), field));
  }

  /** Sets `text`, a JSON document, as the whole response. */
  sendJson(status: number, text: string): void {
    this.send(status, JSON_TYPE, text);
  }

  /** Sets `body` as the whole response. */
  send(status: number, type: string, body: string | Uint8Array): void {
    if (isBodyless(status)) {
      this.sendNothing(status);
      return;
    }
    const length = Buffer.byteLength(body);
    // Usually neither header is set yet.
    if (this.body === null && !this.#hasOthers) {
      this.headers.push('Content-Type', type, 'Content-Length', String(length));
    } else {
      putHeader(this.headers, 'Content-Type', type);
      putHeader(this.headers, 'Content-Length', String(length));
    }
    this.status = status;
    this.body = body;
    this.#isAsciiBody = length === body.length;
  }

  /** Sets content whose headers are set as the whole response. `length` is null if it is unknown before the end. */
  sendContent(status: number, length: number | null, body: Uint8Array | Readable | null): void {
    if (length !== null) putHeader(this.headers, 'Content-Length', String(length));
    this.status = status;
    this.body = body;
    this.#isAsciiBody = false;
  }

  /** Responds with only a status: no body, no content type. */
  sendNothing(status: number): void {
    this.status = status;
    this.body = null;
    dropHeader(this.headers, 'Content-Type');
    dropHeader(this.headers, 'Content-Length');
  }

  /** Destroys a body that is not sent. */
  cancel(): void {
    if (this.body instanceof Readable) this.body.destroy();
  }

  /** Sets `Content-Length: 0` if there is no body and HTTP requires a length. Called once, when the call is over. */
  conclude(method: string): void {
    if (this.isHosted || this.body !== null || LENGTHLESS_STATUSES.has(this.status) || method === 'HEAD')
      return;
    putHeader(this.headers, 'Content-Length', '0');
  }
}

/** Headers in insertion order, names and values alternating without duplicates, as Node's `writeHead` takes them. */
type HeaderList = OutgoingHttpHeader[];

/** Returns the value of a header; the name is case-insensitive. */
function readHeader(headers: HeaderList, name: string): OutgoingHttpHeader | undefined {
  const index = findHeader(headers, name);
  return index < 0 ? undefined : headers[index + 1];
}

/** Replaces a header in place, or appends it. */
function putHeader(headers: HeaderList, name: string, value: OutgoingHttpHeader): void {
  const index = findHeader(headers, name);
  if (index < 0) headers.push(name, value);
  else headers.splice(index, 2, name, value);
}

function dropHeader(headers: HeaderList, name: string): void {
  const index = findHeader(headers, name);
  if (index >= 0) headers.splice(index, 2);
}

/** Returns the index of the header's name, or -1. */
function findHeader(headers: HeaderList, name: string): number {
  const { length } = name;
  for (let index = 0; index < headers.length; index += 2) {
    const known = headers[index] as string;
    if (known.length === length && (known === name || known.toLowerCase() === name.toLowerCase()))
      return index;
  }
  return -1;
}
