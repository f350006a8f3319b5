import type { HttpMethod } from '../protocol/http-method.js';
import type { RateLimitClass } from '../protocol/rate-limit.js';
import type { Schema } from './schema.js';

/** The argument of `.meta()`. Keys other than `openapi` and `rateLimit` belong to the application. */
export interface Metadata {
  /** How the procedure is exposed. A procedure without it has no endpoint. */
  readonly openapi?: OpenApiMetadata;
  /**
   * The rate limit class that the calls count towards. `false` means no limit.
   * @default `'QUERY'` for a query, `'MUTATION'` for a mutation
   */
  readonly rateLimit?: RateLimitClass | false;
  /** A misspelling of `openapi`, which would hide the endpoint. */
  readonly openApi?: never;
  /** A misspelling of `openapi`. */
  readonly openAPI?: never;
  /** A misspelling of `rateLimit`. */
  readonly ratelimit?: never;
  /** A misspelling of `rateLimit`. Only the configuration has `rateLimits`. */
  readonly rateLimits?: never;
  readonly [applicationKey: string]: unknown;
}

/**
 * How a procedure is exposed. Every key is optional here, because repeated `.meta()` calls on a shared builder are
 * merged; the build reports missing required keys of an exposed procedure.
 */
export interface OpenApiMetadata {
  /** Required. The procedure is exposed only when this is `true`. */
  readonly enabled?: boolean;
  /** Required. A query takes GET or POST, a mutation any method but GET. */
  readonly method?: HttpMethod;
  /** Required. The path after `prefix`, such as `/items/:id`. `{id}` is the same as `:id`. */
  readonly path?: string;
  /** Required. Keys of `tags` in the configuration. */
  readonly tags?: readonly string[];
  /** Required. One line about the operation. */
  readonly summary?: string;
  /** Required. Whether a caller must be authenticated. `ctx.user` is then never null. */
  readonly protect?: boolean;
  /**
   * Markdown about the operation.
   * @default the JSDoc of the procedure
   */
  readonly description?: string;
  /**
   * Marks the operation as deprecated in the OpenAPI description and in the client. With `since` and the other keys,
   * responses carry the headers `Deprecation`, `Sunset` and `Link`.
   * @default false
   */
  readonly deprecated?: boolean | Deprecation;
  /**
   * The status of a successful response, from 200 to 299. 204 needs `.output(z.void())`. A redirect has the status of
   * `redirect()`.
   * @default 200
   */
  readonly status?: number;
  /**
   * The scopes that a key must hold, all of them. Only a protected procedure has scopes.
   * @default `read` for a query, `write` for a mutation
   */
  readonly scopes?: readonly string[];
  /** Further error statuses to document, from 400 to 599: a list, or a description for each. */
  readonly errors?: readonly number[] | { readonly [status: number]: string };
  /** The response headers, as a zod object. */
  readonly headers?: Schema;
  /**
   * Whether a client may safely repeat the call.
   * @default true for GET, PUT and DELETE
   */
  readonly idempotent?: boolean;
}

export interface Deprecation {
  /** The ISO date since which the operation is deprecated. It becomes the header `Deprecation`. */
  readonly since?: string;
  /** The ISO date after which the operation is removed. It becomes the header `Sunset`. */
  readonly sunset?: string;
  /** The name of the procedure to use instead, such as `items.search`. It becomes the header `Link`. */
  readonly replacedBy?: string;
}

/** The keys of `openapi`, the required ones first. */
export const REQUIRED_OPENAPI_KEYS = ['enabled', 'method', 'path', 'tags', 'summary', 'protect'] as const;
export const OPTIONAL_OPENAPI_KEYS = [
  'description',
  'deprecated',
  'status',
  'scopes',
  'errors',
  'headers',
  'idempotent',
] as const;
