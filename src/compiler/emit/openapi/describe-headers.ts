import type { HeaderObject, ParameterObject } from 'openapi3-ts/oas31';
import type { ServiceHeader } from '../../../protocol/service-headers.js';

/** The headers of every response of a rate-limited operation. */
export const RATE_LIMIT_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly ServiceHeader[];

export const DEPRECATION_HEADERS = [
  'Deprecation',
  'Sunset',
  'Link',
] as const satisfies readonly ServiceHeader[];

/** The headers that operations refer to, by name. */
export const SHARED_HEADERS: Readonly<Record<ServiceHeader, HeaderObject>> = {
  'RateLimit-Policy': text('The limit as a structured field: `q` calls in `w` seconds.'),
  RateLimit: text('What is left as a structured field: `r` calls for `t` more seconds.'),
  'X-RateLimit-Limit': integer('Calls allowed in a window.'),
  'X-RateLimit-Remaining': integer('Calls left in this window.'),
  'X-RateLimit-Reset': integer('When the window ends, in seconds since 1970.'),
  'Retry-After': integer('Seconds to wait before the next try.'),
  'WWW-Authenticate': text('How to authenticate.'),
  Deprecation: text('Since when the operation is deprecated (RFC 9745).'),
  Sunset: text('When the operation goes away (RFC 8594).'),
  Link: text('What to use instead: a link of the relation `successor-version`.'),
};

/** The request header of mutations whose responses are stored. */
export const IDEMPOTENCY_KEY: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this request: sent again with the same key and body within 24 hours, it is not done again and gets the first answer.',
  schema: { type: 'string', pattern: '^[!-~]+$', maxLength: 255 },
};

function text(description: string): HeaderObject {
  return { description, schema: { type: 'string' } };
}

function integer(description: string): HeaderObject {
  return { description, schema: { type: 'integer', minimum: 0 } };
}
