import type { IncomingMessage } from 'node:http';
import { isRepeatedHeader } from '../request/is-repeated-header.js';

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
  if (header.length > HEADER_LENGTH_MAX || isRepeatedHeader(req.rawHeaders, 'authorization'))
    return MALFORMED;
  const secret = /^bearer +([^\s]+)$/i.exec(header)?.[1];
  return secret === undefined ? MALFORMED : { state: 'given', secret };
}
