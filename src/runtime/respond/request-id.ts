import { randomUUID } from 'node:crypto';
import { containsKey } from '../../keys/key-format.js';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that the request brought along, when it is harmless and no key in the wrong header; a new one otherwise. */
export function readRequestId(header: string | string[] | undefined): string {
  const isHarmless = typeof header === 'string' && REQUEST_ID.test(header) && !containsKey(header);
  return isHarmless ? header : randomUUID();
}
