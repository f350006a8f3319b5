import { type Cors, type CorsOptions, findCorsError } from '../../definition/cors.js';
import type { Call } from '../call/call.js';
import { ConfigurationError } from '../configuration-error.js';

/**
 * Marks the answer for pages of other origins, whatever it will be. True when the request was a browser's question
 * before the call (a preflight), which is answered then, before anybody asks for a key it cannot have.
 */
export type CrossOrigin = (call: Call) => boolean;

/** What the package itself sets and no page may read unasked (Fetch, "CORS-safelisted response-header name"). */
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
 * Prepares the CORS headers. Without `cors` there are none. Throws a ConfigurationError for what is not an origin, and
 * for credentials that any origin could use.
 *
 * Not @koa/cors: as a middleware of its own it stands outside of where failures become answers, by default it reflects
 * any origin, and with a list it takes a function that repeats what stands here.
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
    // A cache must not give the answer for one origin, or for none, to another.
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
  const fault = findCorsError(options);
  if (fault !== undefined) throw new ConfigurationError(`cors: ${fault}.`);
  return options;
}

function isList(cors: Cors): cors is readonly string[] {
  return Array.isArray(cors);
}

function isPreflight({ exchange: { method, headers } }: Call): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Every path allows every method here: who calls one that is not there learns so from an answer that it may read. */
function answerPreflight({ exchange, answer }: Call, maxAgeSeconds: number): void {
  const wanted = exchange.headers['access-control-request-headers'];
  answer.vary('Access-Control-Request-Headers');
  answer.set('Access-Control-Allow-Methods', METHODS);
  if (wanted !== undefined) answer.set('Access-Control-Allow-Headers', String(wanted));
  answer.set('Access-Control-Max-Age', String(maxAgeSeconds));
  answer.sendNothing(204);
}
