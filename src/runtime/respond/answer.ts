import { type OutgoingHttpHeader, validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { appendVary } from './append-vary.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Whether an answer of this status has no body, or one that is empty. */
export function isBodyless(status: number): boolean {
  return status === RESET_CONTENT || LENGTHLESS_STATUSES.has(status);
}

/** Those that forbid a body, and with it a length (RFC 9110, 6.4.1). */
const LENGTHLESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);
/** Has a body, which is empty (RFC 9110, 15.3.6). */
const RESET_CONTENT = 205;

/** The answer of one call, gathered while the call is under way; its host writes it when the call is over. */
export class Answer {
  status = 404;
  /** In the order of their setting, names and values by turns. */
  readonly headers: HeaderList;
  body: string | Uint8Array | Readable | null = null;
  /** Whether status and body are the host's: the handler has answered through it. */
  isHosted = false;
  /** Whether the answer tells of a failure. */
  isFailure = false;
  /** Whether the body is a text without any character beyond ASCII, and no header came from the application. */
  isAscii = false;
  /** Whether there may be headers that neither the guards nor the answer itself brought. */
  #hasOthers = false;

  constructor(headers: HeaderList) {
    this.headers = headers;
  }

  /** Adds a header that is not set yet, in ASCII without control characters. */
  add(name: string, value: string): void {
    this.headers.push(name, value);
  }

  /** Sets a header, in place of what it was. Throws for one that HTTP cannot carry. */
  set(name: string, value: string | string[]): void {
    this.#hasOthers = true;
    this.isAscii = false;
    if (name === '') return;
    validateHeaderName(name);
    const texts = Array.isArray(value) ? value.map(String) : String(value);
    for (const text of [texts].flat()) validateHeaderValue(name, text);
    putHeader(this.headers, name, texts);
  }

  remove(name: string): void {
    if (this.#hasOthers) dropHeader(this.headers, name);
  }

  /** Names request headers that the answer depends on. Throws for what is no name of one. */
  vary(field: string | readonly string[]): void {
    const vary = readHeader(this.headers, 'Vary') ?? '';
    putHeader(this.headers, 'Vary', appendVary(String(vary), field));
  }

  /** Makes `text`, a JSON document, the whole answer. */
  sendJson(status: number, text: string): void {
    this.send(status, JSON_TYPE, text);
  }

  /** Makes `body` the whole answer. */
  send(status: number, type: string, body: string | Uint8Array): void {
    if (isBodyless(status)) {
      this.sendNothing(status);
      return;
    }
    const length = Buffer.byteLength(body);
    // Nothing says so yet, as a rule.
    if (this.body === null && !this.#hasOthers) {
      this.headers.push('Content-Type', type, 'Content-Length', String(length));
    } else {
      putHeader(this.headers, 'Content-Type', type);
      putHeader(this.headers, 'Content-Length', String(length));
    }
    this.status = status;
    this.body = body;
    this.isAscii = length === body.length && !this.#hasOthers;
  }

  /** Makes bytes whose headers are set the whole answer. `length` is null where only their end tells it. */
  sendContent(status: number, length: number | null, body: Uint8Array | Readable | null): void {
    if (length !== null) putHeader(this.headers, 'Content-Length', String(length));
    this.status = status;
    this.body = body;
    this.isAscii = false;
  }

  /** Answers with a status and nothing else: no body, no content type. */
  sendNothing(status: number): void {
    this.status = status;
    this.body = null;
    dropHeader(this.headers, 'Content-Type');
    dropHeader(this.headers, 'Content-Length');
  }

  /** Lets go of a body that is not sent. */
  cancel(): void {
    if (this.body instanceof Readable) this.body.destroy();
  }

  /** Says of a body that is not there how long it is, where HTTP wants to know. Called once, when the call is over. */
  conclude(method: string): void {
    if (this.isHosted || this.body !== null || LENGTHLESS_STATUSES.has(this.status) || method === 'HEAD')
      return;
    putHeader(this.headers, 'Content-Length', '0');
  }
}

/** Headers in the order of their setting, names and values by turns and no name twice, as Node's `writeHead` takes them. */
type HeaderList = OutgoingHttpHeader[];

/** The value of a header, whatever the case of its name. */
function readHeader(headers: HeaderList, name: string): OutgoingHttpHeader | undefined {
  const index = findHeader(headers, name);
  return index < 0 ? undefined : headers[index + 1];
}

/** Sets a header, in the place of what it was, or behind the others. */
function putHeader(headers: HeaderList, name: string, value: OutgoingHttpHeader): void {
  const index = findHeader(headers, name);
  if (index < 0) headers.push(name, value);
  else headers.splice(index, 2, name, value);
}

function dropHeader(headers: HeaderList, name: string): void {
  const index = findHeader(headers, name);
  if (index >= 0) headers.splice(index, 2);
}

/** Where the header's name stands; -1 where it does not. */
function findHeader(headers: HeaderList, name: string): number {
  const { length } = name;
  for (let index = 0; index < headers.length; index += 2) {
    const known = headers[index] as string;
    if (known.length === length && (known === name || known.toLowerCase() === name.toLowerCase()))
      return index;
  }
  return -1;
}
