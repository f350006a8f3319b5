import type { HttpMethod } from '../protocol/http-method.js';
import type { RateLimitClass } from '../protocol/rate-limit.js';
import type { Schema } from './schema.js';

/** What `.meta()` takes. Keys beside `openapi` and `rateLimit` are the application's own. */
export interface Metadata {
  readonly openapi?: OpenApiMetadata;
  /** The class of limits that counts the calls; a query is QUERY and a mutation MUTATION when absent, `false` is none. */
  readonly rateLimit?: RateLimitClass | false;
  /** Misspelt: `openapi`. As a key of the application's own it would hide the endpoint. */
  readonly openApi?: never;
  /** Misspelt: `openapi`. */
  readonly openAPI?: never;
  /** Misspelt: `rateLimit`. */
  readonly ratelimit?: never;
  /** Misspelt: `rateLimit`; the configuration alone has `rateLimits`. */
  readonly rateLimits?: never;
  readonly [applicationKey: string]: unknown;
}

/**
 * How a procedure is exposed. Every key is optional here because `.meta()` may be called several times on a
 * shared builder and merges; the build says which of the required ones an exposed procedure still lacks.
 */
export interface OpenApiMetadata {
  /** Required. The procedure is exposed only when this is `true`. */
  readonly enabled?: boolean;
  /** Required. */
  readonly method?: HttpMethod;
  /** Required. The path after the prefix `/api`, with `:id` or `{id}` for a parameter. */
  readonly path?: string;
  /** Required. Keys of the `tags` map in the config. */
  readonly tags?: readonly string[];
  /** Required. One line. */
  readonly summary?: string;
  /** Required. Whether a caller must be authenticated; `ctx.user` is then never null. */
  readonly protect?: boolean;
  /** Markdown; the procedure's JSDoc when absent. */
  readonly description?: string;
  readonly deprecated?: boolean | Deprecation;
  /** The status of a success; 200 when absent. */
  readonly status?: number;
  /** Permissions a key must hold, every one of them. */
  readonly scopes?: readonly string[];
  /** Further failure statuses to document, or a description for each. */
  readonly errors?: readonly number[] | { readonly [status: number]: string };
  /** The response headers as a zod object. */
  readonly headers?: Schema;
  /** Whether a client may repeat the call without harm. GET, PUT and DELETE are, when absent. */
  readonly idempotent?: boolean;
}

export interface Deprecation {
  /** An ISO date: deprecated since then. */
  readonly since?: string;
  /** An ISO date: gone after that. */
  readonly sunset?: string;
  /** The name of the procedure to use instead, such as `items.search`. */
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
