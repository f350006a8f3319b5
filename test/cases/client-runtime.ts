/** The result of a call: `if (result.success) result.payload; else result.kind`. */
export type Result<Payload, Status extends number = number> = Ok<Payload> | Fail<Status>;

/** The call succeeded. */
export interface Ok<Payload> {
  readonly success: true;
  readonly payload: Payload;
  /** The server's message about the success, in the caller's language. */
  readonly message?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
}

/** The call failed, or its outcome is unknown. `kind` is the reason, `message` describes it. */
export type Fail<Status extends number = number> =
  | Failure<Status>
  | ForeignAnswer<'http'>
  | ForeignAnswer<'parse'>
  | NoAnswer<'network'>
  | NoAnswer<'timeout'>
  | NoAnswer<'aborted'>;

/** The server refused the call: status, message, one entry per invalid field. `Status` lists documented statuses. */
export interface Failure<Status extends number = number> {
  readonly success: false;
  readonly kind: 'failure';
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** A documented status, or another one of a newer or a failing server. */
  readonly status: Status | (number & {});
  readonly headers: Headers;
}

/** An error that is not in the service's format (`http`), or a success that cannot be parsed (`parse`). */
export interface ForeignAnswer<Kind extends 'http' | 'parse'> {
  readonly success: false;
  readonly kind: Kind;
  readonly message: string;
  /** Always empty. */
  readonly errors: readonly FieldError[];
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body if it is JSON, else its text. */
  readonly body: unknown;
}

/** No complete response arrived: the connection failed, the time limit expired, or the caller's signal aborted. */
export interface NoAnswer<Kind extends 'network' | 'timeout' | 'aborted'> {
  readonly success: false;
  readonly kind: Kind;
  readonly message: string;
  /** Always empty. */
  readonly errors: readonly FieldError[];
  readonly status?: undefined;
  readonly headers?: undefined;
  /** The error that was thrown (`network`), or the signal's reason (`aborted`). */
  readonly cause?: unknown;
}

/** One invalid field. `path` leads from the input's root to the value. */
export interface FieldError {
  readonly path: readonly string[];
  readonly message: string;
}

/** A call in progress. It rejects only for a programming error, such as an empty path parameter. */
export interface Call<Answer> extends Promise<Answer> {
  /** Resolves with the payload, or rejects with an `ApiError`. */
  orThrow(): Promise<PayloadOf<Answer>>;
}

/** The payload of a result that is a success. */
export type PayloadOf<Answer> = Answer extends Ok<infer Payload> ? Payload : never;

function toCall<Answer>(result: Promise<Result<PayloadOf<Answer>>>): Call<Answer> {
  const orThrow = async () => {
    const settled = await result;
    if (settled.success) return settled.payload;
    throw new ApiError(settled);
  };
  return Object.assign(result as Promise<Answer>, { orThrow });
}

/** The error that `.orThrow()` throws. `fail` is the whole `Fail`; JSON and logs omit its headers and its body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly fail!: Fail;
  readonly kind: Fail['kind'];
  readonly status: number | undefined;
  readonly errors: readonly FieldError[];

  constructor(fail: Fail) {
    // Takes the `cause` of `fail`, if there is one. Before ES2022 the types of `Error` have no second parameter.
    super(...([fail.message, fail] as unknown as [string]));
    this.kind = fail.kind;
    this.status = fail.status;
    this.errors = fail.errors;
    Object.defineProperties(this, {
      fail: { value: fail, enumerable: false },
      [Symbol.for('procgen.api-error')]: { value: true },
    });
  }

  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** Whether `value` is an `ApiError`, of this generated client or another. */
export function isApiError(value: unknown): value is ApiError {
  return Object(value)[Symbol.for('procgen.api-error')] === true;
}

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

/** The client's description of an operation: one row. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without `/api`, such as `/items/{id}`. */
  readonly path: string;
  /**
   * Whether the input, without its path parameters, is sent as a JSON body; otherwise as the query string. If it is
   * `optional`, a call without input has no body.
   */
  readonly body?: true | 'optional';
  /** Encodes the same input as a form, instead of a JSON body. */
  readonly form?: (input: object) => FormData;
  /**
   * What a success contains: an envelope with its payload when absent, an envelope that may have none (`optional`),
   * only the payload (`plain`), a `Blob` (`blob`), or nothing (`empty`).
   */
  readonly answer?: 'optional' | 'plain' | 'blob' | 'empty';
  /** Whether the bytes of a `blob` are returned as a stream. */
  readonly isStream?: true;
  /**
   * Whether repeating the operation has no further effect: always, never, or (null) with an `idempotencyKey`. When
   * absent, always for GET, PUT and DELETE, and with a key for others.
   */
  readonly idempotent?: boolean | null;
}

/** Performs calls; every operation is called with one. */
export interface Transport {
  <Answer extends Result<unknown>>(
    operation: Operation,
    input: object | undefined,
    options: CallOptions | undefined,
  ): Call<Answer>;
  /** The base of the URLs of operations, as in `TransportOptions`; they are paths when absent. */
  readonly baseUrl?: string | undefined;
  /** Called with the failure that ends a stream after its call has succeeded. */
  readonly onFailure?: TransportOptions['onFailure'];
}

/**
 * Creates a transport for operations that are imported one by one. Throws a TypeError for a `baseUrl` that is neither a
 * URL nor a path.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, onFailure } = options;
  if (!/^$|^\/|:\/\//.test(baseUrl)) throw new TypeError(`baseUrl "${baseUrl}" lacks "https://".`);
  const session = createTransportSession(options.refresh);
  return Object.assign<Transport, Pick<TransportOptions, 'baseUrl' | 'onFailure'>>(
    (operation, input, call = {}) => toCall(performCall(options, session, operation, input, call)),
    { baseUrl, onFailure },
  );
}

/** The options of any call, and of one that resumes a stream. */
interface ResumableCallOptions extends CallOptions {
  /**
   * Returns how long to wait after a failure before an attempt that does not count as one of `retries`, which would
   * wait for `delay`. Undefined: the rules of any call apply.
   */
  readonly retry?: ((fail: Fail, delay: number) => number | undefined) | undefined;
}

/** Performs one call: makes attempts until one succeeds, none is left, or another would not help. */
async function performCall<Payload>(
  options: TransportOptions,
  session: TransportSession,
  operation: Operation,
  input: object | undefined,
  call: ResumableCallOptions,
): Promise<Result<Payload>> {
  const { signal } = call;
  const rest = { __proto__: null, ...input };
  const path = `${options.baseUrl.replace(/\/+$/, '')}/api${encodePath(operation.path, rest)}`;
  const isJson = operation.body === true || (operation.body && input);
  const body = isJson ? encodeBody(rest) : operation.form?.(rest);
  const url = body ? path : path + encodeQuery(rest);
  const { method, idempotent = /^[GD]|PUT/.test(method) || null } = operation;
  const timeout = call.timeout ?? options.timeout ?? 30_000;
  const retries = call.retries ?? options.retries ?? 2;
  const end = performance.now() + (call.deadline ?? options.deadline ?? Infinity);
  const timeLeft = () => Math.min(timeout, end - performance.now());
  for (let attempt = 0, isRenewed = !(call.refresh ?? options.refresh); ; ) {
    const { age } = session;
    const ms = timeLeft();
    const request = { operation, attempt, url, headers: new Headers(), body };
    const outcome = await race((inner) => sendRequest<Payload>(options, call, request, inner), ms, signal);
    const result = typeof outcome === 'string' ? giveUp(outcome, ms, signal) : outcome;
    if (result.success) return result;
    let isRetried = false;
    if (result.status === 401 && !isRenewed) {
      isRenewed = true;
      isRetried = (await race(() => session.renew(age), timeLeft(), signal)) === true;
    } else {
      let delay = computeRetryDelay(result, ++attempt, idempotent ?? !!call.idempotencyKey);
      delay = call.retry?.(result, delay) ?? (attempt <= retries && delay <= 60_000 ? delay : Infinity);
      isRetried =
        performance.now() + delay < end &&
        (await race(() => new Promise(() => {}), delay, signal)) === 'timeout';
    }
    if (!isRetried) {
      const fail = signal?.aborted ? giveUp('aborted', 0, signal) : result;
      await options.onFailure?.(fail, operation);
      return fail;
    }
  }
}

function giveUp(kind: 'timeout' | 'aborted', ms: number, signal: AbortSignal | undefined): Fail {
  return {
    success: false,
    kind,
    message: kind === 'aborted' ? 'The call was aborted.' : `No response within ${Math.round(ms)} ms.`,
    errors: [],
    cause: signal?.reason,
  };
}

/**
 * Makes one attempt: gets the credentials, sends, reads the whole response. All errors are `network` failures: those of
 * the connection with one message, since platforms differ; those of hooks with theirs. A redirect is not followed
 * unless the call says so: `fetch` would send the body and every header but `Authorization` to the other origin.
 */
async function sendRequest<Payload>(
  options: TransportOptions,
  call: CallOptions,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Result<Payload>> {
  const { operation, headers, body } = request;
  let isOnNetwork = false;
  try {
    const apiKey = typeof options.apiKey === 'function' ? await options.apiKey() : options.apiKey;
    const own = {
      Accept: 'application/json',
      'Content-Type': body && 'application/json',
      'Idempotency-Key': call.idempotencyKey,
      [CREDENTIALS_HEADER]: apiKey && `${CREDENTIALS_PREFIX} ${apiKey}`,
    };
    // One after the other, because names are case-insensitive in `Headers`.
    for (const layer of [own, options.headers, call.headers]) {
      for (const [name, value] of Object.entries(layer ?? {})) {
        if (value) headers.set(name, value);
        else headers.delete(name);
      }
    }
    await options.onRequest?.(request);
    isOnNetwork = true;
    const response = await (options.fetch ?? fetch)(request.url, {
      ...call.init,
      redirect: call.init?.redirect ?? 'error',
      method: operation.method,
      headers,
      body: body ?? null,
      signal,
    });
    isOnNetwork = false;
    await options.onResponse?.(response, request);
    isOnNetwork = true;
    const isBytes = response.ok && operation.answer === 'blob';
    const content = isBytes ? (operation.isStream ? response.body : response.blob()) : response.text();
    return readAnswer(operation, response, await content);
  } catch (cause) {
    const reason = String(Object(cause).message ?? cause);
    const isRedirected = /ed ?redirect/i.test(reason + Object(cause).cause);
    const message = isOnNetwork ? (isRedirected ? REDIRECTED : CONNECTION_FAILED) : reason;
    return { success: false, kind: 'network', message, errors: [], cause };
  }
}

/** Interprets a response: its whole text, or the bytes of a success, which may still be arriving. */
function readAnswer<Payload>(
  { answer }: Operation,
  { ok, status, headers }: Response,
  content: string | Blob | ReadableStream<Uint8Array> | null,
): Result<Payload> {
  let body: unknown = content;
  try {
    body = JSON.parse(content as string);
  } catch {
    // Content that is not JSON stays as it is; a parsed value never equals its own text.
  }
  const envelope: { success?: unknown; payload?: unknown; message?: unknown; errors?: unknown } =
    Object(body);
  const serverMessage = typeof envelope.message === 'string' ? envelope.message : undefined;
  const metadata = { status, headers };
  if (envelope.success === false && serverMessage !== undefined && !(ok && answer === 'plain')) {
    const errors = Array.isArray(envelope.errors) ? (envelope.errors as FieldError[]) : [];
    return { success: false, kind: 'failure', message: serverMessage, errors, ...metadata };
  }
  if (ok) {
    // Without content: `empty` and `optional`.
    if (content ? answer === (body === content ? 'blob' : 'plain') : /^[eo]/.test(answer as string)) {
      return { success: true, payload: (content ? body : undefined) as Payload, ...metadata };
    }
    if (envelope.success === true && (answer || 'payload' in envelope)) {
      return { success: true, payload: envelope.payload as Payload, message: serverMessage, ...metadata };
    }
  }
  return {
    success: false,
    kind: ok ? 'parse' : 'http',
    message: ok ? `The response (HTTP ${status}) cannot be read.` : `The server sent HTTP ${status}.`,
    errors: [],
    body,
    ...metadata,
  };
}

/** The message for a connection that could not be made, or broke. Each platform has its own wording. */
const CONNECTION_FAILED = 'The connection failed.';

/**
 * The message for a redirect that was not followed, which is never retried. Node, Bun and Deno report a redirect in the
 * error's text; a browser hides it, so that it is a failed connection there.
 */
const REDIRECTED = 'The server redirected; init.redirect forbids it.';

/**
 * Returns how long to wait before attempt number `attempt`, in milliseconds; `Infinity` if another attempt would not
 * help. The first `Retry-After` of the server applies; without one 0.5 s, doubling up to 8 s, with jitter so that
 * callers do not return together.
 */
function computeRetryDelay(fail: Fail, attempt: number, isRepeatable: boolean): number {
  const retryAfter = /^(\d+)(?:,|$)|^\w+, [\w :]+ GMT$/.exec(`${fail.headers?.get('retry-after')}`);
  const wait = retryAfter?.[1]
    ? +retryAfter[1] * 1000
    : Math.max(0, Date.parse(retryAfter?.[0] ?? '') - Date.now());
  const isRefused = fail.status === 429 || (wait >= 0 && fail.status === 503);
  // A network failure or a timeout, besides these statuses.
  const isTransient =
    /^(408|50[0234])$/.test(`${fail.status}`) || (/^[nt]/.test(fail.kind) && fail.message !== REDIRECTED);
  if (!(isRefused || (isRepeatable && isTransient))) return Infinity;
  return wait >= 0 ? wait : Math.min(8000, 250 * 2 ** attempt * (1 + Math.random()));
}

/** The age of the credentials: the number of renewals, which the calls of one transport share. */
interface TransportSession {
  age: number;
  /** Resolves with whether there are newer credentials than those of `age`, after renewing them if necessary. */
  readonly renew: (age: number) => Promise<boolean>;
}

function createTransportSession(refresh: (() => unknown) | undefined): TransportSession {
  let renewal: Promise<boolean> | undefined;
  const run = async (): Promise<boolean> => {
    try {
      await refresh?.();
      session.age++;
      return true;
    } catch {
      return false;
    } finally {
      renewal = undefined;
    }
  };
  const session: TransportSession = {
    age: 0,
    renew: async (age) => {
      if (age < session.age) return true;
      renewal ??= run();
      return renewal;
    },
  };
  return session;
}

/**
 * Resolves with the result of `work`, with `timeout` after `ms`, or with `aborted` when `outer` aborts. The latter two
 * also abort the signal of `work`. Leaves no timer and no listener behind.
 */
function race<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  ms: number,
  outer: AbortSignal | undefined,
): Promise<Value | 'timeout' | 'aborted'> {
  const inner = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort: () => void;
  return new Promise<Value | 'timeout' | 'aborted'>((resolve, reject) => {
    const stop = (outcome: 'timeout' | 'aborted') => {
      resolve(outcome);
      inner.abort(outer?.reason);
    };
    abort = () => stop('aborted');
    if (outer?.aborted) return abort();
    outer?.addEventListener('abort', abort);
    timer = setTimeout(stop, Math.min(ms, 0x7fffffff), 'timeout');
    work(inner.signal).then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  });
}

/**
 * Fills in `path` and removes the values that it uses from `input`. Throws a `TypeError` for a value that is missing,
 * not a scalar, or that a URL would drop or resolve as a directory (empty, `.`, `..`).
 */
function encodePath(path: string, input: { [key: string]: unknown }): string {
  return path.replace(/{(\w+)}/g, (_, key: string) => {
    const value = input[key];
    const text = printScalar(value);
    if (
      value === undefined ||
      (typeof value === 'object' && !(value instanceof Date)) ||
      /^\.{0,2}$/.test(text)
    ) {
      throw new TypeError(`"${key}" cannot be "${text}" in a path.`);
    }
    delete input[key];
    return encodeURIComponent(text);
  });
}

/**
 * Returns `?a=1&a=2&b[c]=x`, or nothing: arrays repeat their key, objects nest in brackets, `undefined` is left out,
 * and `a[]` without a value is an empty array or object. Brackets inside a key are encoded twice. Throws a `TypeError`
 * for an empty nested key, and a `URIError` for a lone surrogate.
 */
function encodeQuery(input: object): string {
  const parts = encodeMembers(input);
  return parts[0] ? `?${parts.join('&')}` : '';
}

function encodeMembers(object: object, owner?: string): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (!name && owner !== undefined) throw new TypeError(`"${owner}" cannot have the key "" in a query.`);
    const key = name.replace(/[%[\]]/g, encodeURIComponent);
    return encodeValue(owner === undefined ? key : `${owner}[${key}]`, value);
  });
}

function encodeValue(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || !value || value instanceof Date)
    return [`${encodeURIComponent(key)}=${encodeURIComponent(printScalar(value))}`];
  const isList = Array.isArray(value) || value instanceof Set;
  const parts = isList ? [...value].flatMap((item) => encodeValue(key, item)) : encodeMembers(value, key);
  return parts[0] ? parts : [encodeURIComponent(`${key}[]`)];
}

/** Encodes JSON: dates as ISO texts, bigints as decimals, sets as arrays. Throws a `RangeError` for an invalid date. */
function encodeBody(input: unknown): string {
  return JSON.stringify(input, function (this: { [key: string]: unknown }, key, value: unknown) {
    const original = this[key];
    if (original instanceof Date) return original.toISOString();
    return typeof value === 'bigint' ? String(value) : value instanceof Set ? [...value] : value;
  });
}

/** Prints one value for a path or a query. Throws a `RangeError` for an invalid date. */
function printScalar(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
