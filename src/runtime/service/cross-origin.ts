import { type Cors, type CorsOptions, findCorsError } from '../../definition/cors.js';
import type { Call } from '../call/call.js';
import { ConfigurationError } from '../configuration-error.js';

/**
 * Sets the CORS headers of a response, whatever it will be. Returns true for a preflight request, which it answers
 * before authentication, since a preflight has no credentials.
 */
export type CrossOrigin = (call: Call) => boolean;

/** Headers of the package that a page cannot read by default (Fetch, "CORS-safelisted response-header name"). */
const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Allow',
  'Deprecation',
  'Sunset',
  'Link',
  'Location',
  'ETag',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
];
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const DEFAULT_MAX_AGE_SECONDS = 600;

/**
 * Prepares the CORS headers; without `cors` there are none. Throws a ConfigurationError for an invalid origin, and for
 * credentials that any origin could use.
 *
 * Not @koa/cors: a separate middleware runs outside the error handling, reflects any origin by default, and for a list
 * of origins requires a function that repeats this code.
 */
export function prepareCrossOrigin(cors: Cors | undefined): CrossOrigin {
  if (cors === undefined) return () => false;
  const options = readOptions(cors);
  const {
    origins,
    credentials = false,
    exposeHeaders = [],
    maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS,
  } = options;
  const allowed = origins === '*' ? null : new Set(origins);
  const exposed = [...EXPOSED, ...exposeHeaders].join(', ');

  return (call) => {
    const { answer } = call;
    // A cache must not give the response for one origin, or for none, to another.
    if (allowed) answer.vary('Origin');
    const origin = call.exchange.headers.origin as string | undefined;
    if (origin === undefined || (allowed && !allowed.has(origin))) return false;
    answer.set('Access-Control-Allow-Origin', allowed ? origin : '*');
    if (credentials) answer.set('Access-Control-Allow-Credentials', 'true');
    if (!isPreflight(call)) {
      answer.set('Access-Control-Expose-Headers', exposed);
      return false;
    }
    answerPreflight(call, maxAgeSeconds);
    return true;
  };
}

function readOptions(cors: Cors): CorsOptions {
  const options = typeof cors === 'string' || isList(cors) ? { origins: cors } : cors;
  const error = findCorsError(options);
  if (error !== undefined) throw new ConfigurationError(`cors: ${error}.`);
  return options;
}

function isList(cors: Cors): cors is readonly string[] {
  return Array.isArray(cors);
}

function isPreflight({ exchange: { method, headers } }: Call): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Allows every method on every path, so that a call of a missing one gets a response that the page may read. */
function answerPreflight({ exchange, answer }: Call, maxAgeSeconds: number): void {
  const wanted = exchange.headers['access-control-request-headers'];
  answer.vary('Access-Control-Request-Headers');
  answer.set('Access-Control-Allow-Methods', METHODS);
  if (wanted !== undefined) answer.set('Access-Control-Allow-Headers', String(wanted));
  answer.set('Access-Control-Max-Age', String(maxAgeSeconds));
  answer.sendNothing(204);
}
