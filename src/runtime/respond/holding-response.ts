import {
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import { dropHeader, type HeaderList, putHeader, readHeader } from './header-list.js';

/** Where a response holds its headers; nothing is there once Node has them. */
export const HELD = Symbol('procgen.headers');

/** A response of Node's, with what its types leave out. */
export type HoldingResponse = ServerResponse & {
  [HELD]?: HeaderList | undefined;
  getRawHeaderNames(): string[];
  writeHeader(...given: unknown[]): ServerResponse;
};

export const NODE = ServerResponse.prototype as HoldingResponse;

/** What a response has in the place of Node's functions while it holds its headers: to whoever calls them, the same. */
export const HOLDING = {
  setHeader(this: HoldingResponse, name: string, value: OutgoingHttpHeader): ServerResponse {
    // Of several values Node looks at each one when they come as a list, and at them together when they are set.
    if (typeof value === 'object') release(this);
    const held = this[HELD];
    if (!held || this.headersSent) return NODE.setHeader.call(this, name, value as string);
    validateHeaderName(name);
    validateHeaderValue(name, value as string);
    putHeader(held, name, value);
    return this;
  },
  appendHeader(this: HoldingResponse, name: string, value: string | readonly string[]): ServerResponse {
    release(this);
    return NODE.appendHeader.call(this, name, value);
  },
  removeHeader(this: HoldingResponse, name: string): void {
    // Of some headers Node remembers that they are not to come back.
    NODE.removeHeader.call(this, name);
    if (this[HELD]) dropHeader(this[HELD], name);
  },
  getHeader(this: HoldingResponse, name: string): OutgoingHttpHeader | undefined {
    const held = this[HELD];
    return held && typeof name === 'string' ? readHeader(held, name) : NODE.getHeader.call(this, name);
  },
  hasHeader(this: HoldingResponse, name: string): boolean {
    const held = this[HELD];
    if (!held || typeof name !== 'string') return NODE.hasHeader.call(this, name);
    return readHeader(held, name) !== undefined;
  },
  getHeaders(this: HoldingResponse): OutgoingHttpHeaders {
    const held = this[HELD];
    if (!held) return NODE.getHeaders.call(this);
    const headers = Object.create(null) as OutgoingHttpHeaders;
    for (let index = 0; index < held.length; index += 2)
      headers[String(held[index]).toLowerCase()] = held[index + 1];
    return headers;
  },
  getHeaderNames(this: HoldingResponse): string[] {
    return this[HELD] ? Object.keys(this.getHeaders()) : NODE.getHeaderNames.call(this);
  },
  getRawHeaderNames(this: HoldingResponse): string[] {
    const held = this[HELD];
    return held ? held.filter((_, index) => index % 2 === 0).map(String) : NODE.getRawHeaderNames.call(this);
  },
  writeHead,
  writeHeader: writeHead,
};

function writeHead(this: HoldingResponse, ...given: unknown[]): ServerResponse {
  const held = this[HELD];
  const isPlain = given.length === 1 && NODE.getHeaderNames.call(this).length === 0;
  if (!held || !isPlain) {
    release(this);
    return Reflect.apply(NODE.writeHead, this, given);
  }
  // Where its table was emptied Node puts the list in there, by the functions above.
  this[HELD] = undefined;
  try {
    return NODE.writeHead.call(this, given[0] as number, held as string[]);
  } finally {
    this[HELD] = held;
  }
}

/** Puts what is held into Node's table, for what only that does. What somebody has put there around `res` stands. */
function release(res: HoldingResponse): void {
  const held = res[HELD];
  if (!held || res.headersSent) return;
  res[HELD] = undefined;
  for (let index = 0; index < held.length; index += 2) {
    const name = held[index] as string;
    if (!res.hasHeader(name)) res.setHeader(name, held[index + 1] as string);
  }
}
