import type { IncomingMessage } from 'node:http';

const HEADER_LENGTH_MAX = 512;

export type Credentials =
  | { readonly state: 'missing' }
  /** Not credentials of this scheme, sent twice, or too long. */
  | { readonly state: 'malformed' }
  | { readonly state: 'given'; readonly secret: string };

const MISSING: Credentials = { state: 'missing' };
const MALFORMED: Credentials = { state: 'malformed' };

/** The credentials of an `Authorization: Bearer` header. The scheme's case does not matter, everything else does. */
export function readBearer(req: IncomingMessage): Credentials {
  const header = req.headers.authorization;
  if (header === undefined) return MISSING;
  if (header.length > HEADER_LENGTH_MAX || countHeaders(req, 'authorization') > 1) return MALFORMED;
  const secret = /^bearer +([^\s]+)$/i.exec(header)?.[1];
  return secret === undefined ? MALFORMED : { state: 'given', secret };
}

/** Node keeps the first of several Authorization headers and says nothing of the others. */
function countHeaders(req: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const given = req.rawHeaders[index] as string;
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}
