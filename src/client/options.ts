import type { Operation } from './operation.js';
import type { Fail } from './result.js';

/** How a client reaches its service. Times are in milliseconds. */
export interface TransportOptions {
  /** Where the service is, without `/api`: `https://example.com`, or `''` for the page's own origin. */
  readonly baseUrl: string;
  /** The credentials, or how to get them; asked before every try. */
  readonly apiKey?:
    | string
    | null
    | undefined
    | (() => string | null | undefined | Promise<string | null | undefined>);
  /**
   * Renews what `apiKey` gives. Called when the server answers 401, once for all calls under way, each of which is
   * then tried again, once. When it rejects, the 401 is the result.
   */
  readonly refresh?: (() => unknown) | undefined;
  /** Sent with every call; they win over the client's own. One without a value removes it. */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
  /** How long one try may take, its body included; 30,000 when absent, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** How long a call may take with all its tries and waits; no limit when absent. */
  readonly deadline?: number | undefined;
  /**
   * How many more tries a call gets; 2 when absent. Only GET, PUT, DELETE, idempotent operations and calls with an
   * `idempotencyKey` that the server honours are tried again, any other only where the server refused it before doing
   * anything: on 429, and on 503 with `Retry-After`. A call with files is tried again only where the call says so.
   */
  readonly retries?: number | undefined;
  /** In place of the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** Sees every try before it is sent, and may change its URL and headers. */
  readonly onRequest?: ((request: OutgoingRequest) => unknown) | undefined;
  /** Sees every answer before it is read; who wants its body reads a `clone()`. */
  readonly onResponse?: ((response: Response, request: OutgoingRequest) => unknown) | undefined;
  /** Sees every call that failed in the end, before the caller does. */
  readonly onFailure?: ((fail: Fail, operation: Operation) => unknown) | undefined;
}

/** How one call differs. Times are in milliseconds. */
export interface CallOptions {
  /** Aborts the call at any point; its reason is the result's `cause`. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly deadline?: number | undefined;
  readonly retries?: number | undefined;
  /** They win over the transport's and the client's own. One without a value removes theirs. */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
  /**
   * Names this call, so that the server does it once however often it arrives; it is then tried again like a GET.
   * Operations whose description does not offer `Idempotency-Key` are neither done once nor tried again for it.
   */
  readonly idempotencyKey?: string | undefined;
  /** Further settings for `fetch`, such as `credentials` or `cache`. A redirect is followed only where `redirect` says so. */
  readonly init?: FetchSettings | undefined;
}

/** What `fetch` takes, less what is said elsewhere. */
export interface FetchSettings extends RequestInit {
  readonly body?: never;
  readonly headers?: never;
  readonly method?: never;
  readonly signal?: never;
}

/** One try, about to be sent. */
export interface OutgoingRequest {
  readonly operation: Operation;
  /** Zero for the first; a try with a renewed key keeps its number. */
  readonly attempt: number;
  url: string;
  readonly headers: Headers;
  /** JSON, or a form. */
  readonly body: string | FormData | undefined;
}
