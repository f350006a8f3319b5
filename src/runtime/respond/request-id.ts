import { randomUUID } from 'node:crypto';
import { containsKey } from '../../keys/key-format.js';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the request's own id if it is well-formed and not a key in the wrong header; otherwise a new one. */
export function readRequestId(header: string | string[] | undefined): string {
  const isHarmless = typeof header === 'string' && REQUEST_ID.test(header) && !containsKey(header);
  return isHarmless ? header : randomUUID();
}
