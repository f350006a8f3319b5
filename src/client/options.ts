import type { Operation } from './operation.js';
import type { Fail } from './result.js';

/** How a client reaches its service. Times are in milliseconds. */
export interface TransportOptions {
  /** The URL of the service, without `/api`: `https://example.com`, or `''` for the page's own origin. */
  readonly baseUrl: string;
  /** The credentials, or a function that returns them, which is called before every attempt. */
  readonly apiKey?:
    | string
    | null
    | undefined
    | (() => string | null | undefined | Promise<string | null | undefined>);
  /**
   * Renews the credentials of `apiKey`. Called when the server answers 401, once for all calls in progress, each of
   * which is then retried once. If it rejects, the 401 is the result. It must not wait for a call of the same client
   * that may get a 401, unless that call's option `refresh` is false.
   */
  readonly refresh?: (() => unknown) | undefined;
  /** Sent with every call; these headers override the client's own. One without a value removes it. */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
  /** The time limit for one attempt, including its body; 30,000 when absent, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** The time limit for a call with all its attempts and waits; no limit when absent. */
  readonly deadline?: number | undefined;
  /**
   * The number of retries of a call; 2 when absent. Only GET, PUT, DELETE, idempotent operations and calls with an
   * `idempotencyKey` that the server honours are retried, and others only if the server refused them before doing
   * anything: on 429, and on 503 with `Retry-After`. A call with files is retried only if its own options say so.
   */
  readonly retries?: number | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Called before every attempt; may change its URL and headers. */
  readonly onRequest?: ((request: OutgoingRequest) => unknown) | undefined;
  /** Called with every response before it is read. To read the body, use a `clone()`. */
  readonly onResponse?: ((response: Response, request: OutgoingRequest) => unknown) | undefined;
  /** Called with the final failure of a call, before its caller gets it. */
  readonly onFailure?: ((fail: Fail, operation: Operation) => unknown) | undefined;
}

/** The options of one call. Times are in milliseconds. */
export interface CallOptions {
  /** Aborts the call at any point; its reason becomes the result's `cause`. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly deadline?: number | undefined;
  readonly retries?: number | undefined;
  /** With false, a 401 is the result of this call: for the call that renews the credentials. */
  readonly refresh?: false | undefined;
  /** These headers override the transport's and the client's own. One without a value removes theirs. */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
  /**
   * Identifies this call, so that the server performs it once however often it arrives; it is then retried like a GET.
   * It has no such effect on operations whose description does not offer `Idempotency-Key`.
   */
  readonly idempotencyKey?: string | undefined;
  /** More settings for `fetch`, such as `credentials` or `cache`. Redirects are followed only if `redirect` says so. */
  readonly init?: FetchSettings | undefined;
}

/** The settings of `fetch`, except those that are set elsewhere. */
export interface FetchSettings extends RequestInit {
  readonly body?: never;
  readonly headers?: never;
  readonly method?: never;
  readonly signal?: never;
}

/** One attempt, about to be sent. */
export interface OutgoingRequest {
  readonly operation: Operation;
  /** Zero for the first; an attempt with renewed credentials keeps its number. */
  readonly attempt: number;
  url: string;
  readonly headers: Headers;
  /** JSON or a form. */
  readonly body: string | FormData | undefined;
}
