import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that a request brought along, when it is harmless; a new one otherwise. */
export function readRequestId(header) {
  return header !== undefined && REQUEST_ID.test(header) ? header : randomUUID();
}
