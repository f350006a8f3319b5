import type { WarningCode } from '../model/diagnostic-catalog.js';
import type { Emitter } from '../model/emitter.js';
import type { RateLimitPolicy, StoreFailureAnswer } from '../protocol/rate-limit.js';
import type { Context, Logger, RequestView, User } from './context.js';
import type { Cors } from './cors.js';
import type { Docs } from './docs.js';
import type { SignIn } from './sign-in.js';

/** The configuration file of a project, unless `--config` names another. */
export const DEFAULT_CONFIG_FILE = 'procgen.config.ts';

/** The default of `store`. */
export const DEFAULT_STORE = 'file:.procgen/store.json';

/** The default of `rateLimitStore`. */
export const DEFAULT_RATE_LIMIT_STORE = 'memory';

/** The contents of `procgen.config.ts`. Every key is optional. */
export interface Config<AppContext extends object = object> {
  /** The `info` of the OpenAPI description. */
  readonly info?: {
    /**
     * The name of the API. The name of the client package is derived from it.
     * @default 'API'
     */
    readonly title?: string;
    /**
     * The version of the API.
     * @default '1.0.0'
     */
    readonly version?: string;
    /** Markdown that introduces the API. */
    readonly description?: string;
  };
  /**
   * The public URL of the service, without `prefix`. It is the server URL of the OpenAPI description and the base of
   * sign-in links.
   */
  readonly baseUrl?: string;
  /**
   * The prefix of every path of the API, such as `/v1`. With `''` the API shares its paths with the host, which handles
   * requests that match no procedure. The prefix is part of the build.
   * @default '/api'
   */
  readonly prefix?: string;
  /**
   * The folder of procedure files, relative to the project.
   * @default 'procedures'
   */
  readonly procedures?: string;
  /**
   * The folder of generated files, relative to the project.
   * @default 'generated'
   */
  readonly out?: string;
  /**
   * Paths of modules, relative to the project, such as `./src/zod-setup.ts`. They run for their side effects, in this
   * order, before any schema is created: in a build, and in a server before procedure files are imported. A build runs
   * no other module for its side effects. A module may run more than once in a process, as under `serve --watch`.
   */
  readonly setup?: readonly string[];
  /** The tags that procedures may use, as key to display name, in the order of the OpenAPI description. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Creates the application's part of `ctx`, once per request, after authentication. */
  readonly context?: (ctx: Context) => AppContext | Promise<AppContext>;
  /**
   * Identifies the caller. It replaces API keys, which then give no access under `prefix`.
   * @default API keys
   */
  readonly authenticate?: Authenticate | Authenticator;
  /** Runs before the server accepts requests. If it rejects, the server does not start. */
  readonly onStart?: (server: Lifecycle) => void | Promise<void>;
  /** Runs after the last response. */
  readonly onStop?: (server: Lifecycle) => void | Promise<void>;
  /** Runs for each 5xx response, in addition to the log line. */
  readonly onError?: (
    error: unknown,
    ctx: { readonly procedure: string | null; readonly requestId: string },
  ) => void;
  /** How many calls of one procedure each rate limit class allows a caller. */
  readonly rateLimits?: RateLimits;
  /**
   * Where calls are counted: `memory` for each process alone, or a `redis://` or `rediss://` URL for all processes. Put
   * a URL with a password in the environment variable, because every user of the machine can read flags with `ps`.
   * @default 'memory'
   */
  readonly rateLimitStore?: string;
  /**
   * Turns off every endpoint under `prefix`: procedures, the OpenAPI description and the explorer answer 404. `/livez`,
   * `/readyz`, the dashboard and other routes of the application still work. A build still writes every file.
   * @default false
   */
  readonly disableOpenAPI?: boolean;
  /**
   * Where keys, users and sessions are stored: `file:PATH` or `postgres://HOST/DATABASE`. No other user may have write
   * access to the file.
   * @default 'file:.procgen/store.json'
   */
  readonly store?: string;
  /**
   * The maximum number of keys per user, including expired and disabled ones. Creating another one is a 409.
   * @default 100
   */
  readonly maxKeysPerUser?: number;
  /**
   * With a PostgreSQL store, the number of keys that a process caches; each takes about 600 bytes. A call with any
   * other key queries the store.
   * @default 100_000
   */
  readonly keyCacheSize?: number;
  /**
   * The languages of the service, the fallback first. Each has a catalog `procedures/_locales/<language>.json`.
   * @default ['en']
   */
  readonly locales?: readonly string[];
  /**
   * The largest request body, in bytes. A larger one is a 413. In a request with files it limits the other fields;
   * `uploads` has the other limits.
   * @default 1_048_576
   */
  readonly bodyLimit?: number;
  /** The limits of requests with files, and the folder that holds large files during a request. */
  readonly uploads?: UploadOptions;
  /**
   * Who may open the explorer at `docs` under `prefix`. `'development'`, or `true`: everybody in development mode, and
   * nobody in production. `'signed-in'`: the users of the dashboard. `'public'`: everybody. `false` turns it off.
   * `'signed-in'` needs API keys, so it is an error together with `authenticate`.
   * @default 'development'
   */
  readonly docs?: Docs | boolean;
  /**
   * How long a handler and its middleware may take, in milliseconds. After that, the caller gets a 503 and `ctx.signal`
   * is aborted.
   * @default 30_000
   */
  readonly requestTimeoutMs?: number;
  /**
   * How long a response may make no progress because its client does not read, in milliseconds. `serve` and
   * `createServer` then close the connection. `createFetchHandler` ends a stream that its host does not read; there
   * each byte of the last chunk adds a millisecond to the limit.
   * @default 30_000
   */
  readonly answerTimeoutMs?: number;
  /**
   * How long the code of one module may run in a build, in milliseconds. After that, the build fails and names the
   * module. For the configuration file itself, only the environment variable changes the limit.
   * @default 30_000
   */
  readonly buildTimeoutMs?: number;
  /**
   * Logs each request, except those for `/livez` and `/readyz`. `createRouter` logs none.
   * @default true
   */
  readonly accessLog?: boolean;
  /**
   * Whose `X-Forwarded-…` headers are trusted: the number of proxies in front of the server, or their addresses and
   * CIDR blocks. Each proxy has to append the address of its client to `X-Forwarded-For`.
   * @default 0
   */
  readonly trustProxy?: TrustProxy;
  /**
   * Which web origins may call the API from a browser. The dashboard is never open to other origins.
   * @default none
   */
  readonly cors?: Cors;
  /**
   * The limits beyond which the server is overloaded. It then answers requests under `prefix` at once with a 503 and
   * `Retry-After`. `false` turns this off.
   * @default true
   */
  readonly overload?: OverloadLimits | boolean;
  /**
   * How people sign in to the dashboard, in addition to sign-in links.
   * @default sign-in links only
   */
  readonly signIn?: SignIn;
  /** Which responses to requests with an `Idempotency-Key` are stored, and for whom. */
  readonly idempotency?: Idempotency<AppContext>;
  /** Functions that emit files of the application's own in every build, from the same model as the generated files. */
  readonly emitters?: readonly Emitter[];
  /** The warnings that this project turns off, by code. Errors cannot be turned off. */
  readonly warnings?: Readonly<Partial<Record<WarningCode, 'off'>>>;
}

/**
 * The number of proxies in front of the server, or their addresses and CIDR blocks. Each proxy has to append the
 * address of its client to `X-Forwarded-For`.
 */
export type TrustProxy = number | readonly string[];

export interface RateLimits {
  /**
   * For queries, and procedures with `rateLimit: 'QUERY'`.
   * @default { limit: 100, windowMs: 60_000 }
   */
  readonly QUERY?: RateLimitPolicy;
  /**
   * For mutations, and procedures with `rateLimit: 'MUTATION'`.
   * @default { limit: 20, windowMs: 60_000 }
   */
  readonly MUTATION?: RateLimitPolicy;
  /**
   * What happens to limited calls while Redis is unavailable: each process counts its own (`local`), or they get a 503
   * (`refuse`).
   * @default 'local'
   */
  readonly onStoreFailure?: StoreFailureAnswer;
}

/** Which responses to requests with an `Idempotency-Key` are stored, and for whom. */
export interface Idempotency<AppContext extends object = object> {
  /**
   * Returns the tenant of a request, a string of at most 1,024 characters; any other value is a 500. A stored response
   * is sent only to the same user in the same tenant. This is needed when one user acts for several tenants and a
   * header or the host names the tenant. It runs for each request with a key.
   */
  scope?(request: IdempotencyRequest<AppContext>): string | Promise<string>;
  /**
   * Also stores responses to calls without a user, by the address of the caller. Otherwise public procedures do not
   * support `Idempotency-Key` and the client does not retry their mutations. It is part of the build.
   * @default false
   */
  readonly anonymous?: boolean;
}

/** The request that `authenticate` received, and the user that it returned. */
export interface IdempotencyRequest<AppContext extends object = object> extends AuthenticationRequest {
  /** Null if the caller has no user, which requires `anonymous`. */
  readonly user: (AppContext extends { readonly user: infer Own } ? Own : User) | null;
}

/** The limits of a `multipart/form-data` request. The schema of a procedure can lower them, with `z.file().max(…)`. */
export interface UploadOptions {
  /**
   * The largest request, in bytes. A larger one is a 413.
   * @default 67_108_864
   */
  readonly limit?: number;
  /**
   * The largest file, in bytes. A larger one is a 413.
   * @default limit
   */
  readonly fileLimit?: number;
  /**
   * The maximum number of files. One more is a 400.
   * @default 20
   */
  readonly files?: number;
  /**
   * The maximum number of fields that are not files. One more is a 400.
   * @default 100
   */
  readonly fields?: number;
  /**
   * The folder for files that are too large for memory, relative to the project. Each process creates its own folder in
   * it, with the mode 0700.
   * @default the system's folder for temporary files
   */
  readonly folder?: string;
}

export interface OverloadLimits {
  /**
   * The event loop delay, in milliseconds, that counts as overload when it occurs twice within a second.
   * @default 250
   */
  readonly lagMs?: number;
  /**
   * The number of requests in progress that counts as overload. Requests whose bodies are still arriving do not count.
   * Responses that are complete but not yet written count once per connection: at most a tenth of this number per
   * address, and half of it in all.
   * @default 2_000
   */
  readonly inFlight?: number;
  /**
   * The maximum number of open event streams and JSON Lines responses. At most half of them may have no user. One more
   * is a 503.
   * @default 20_000
   */
  readonly streams?: number;
  /**
   * The maximum number of such streams per user, or per address for callers without a user. One more is a 429.
   * @default 1_000
   */
  readonly streamsPerCaller?: number;
}

/**
 * Identifies the caller. If it returns null or undefined, there is no user: a protected procedure answers 401, a public
 * one runs without a user. If it throws a 4xx `ProcedureError`, a protected procedure answers with that error, and a
 * public one runs without a user. A 5xx `ProcedureError` is the response of both. Any other error or return value is a
 * 500. `user.id` is a non-empty string of at most 1,024 characters, different for each user. The function may take as
 * long as a handler (`requestTimeoutMs`).
 */
export type Authenticate = (
  request: AuthenticationRequest,
) => Principal | null | undefined | Promise<Principal | null | undefined>;

export interface AuthenticationRequest extends RequestView {
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface Principal {
  readonly user: User;
  /** The scopes that the caller holds. Without them the caller may do everything; an empty list allows nothing. */
  readonly scopes?: readonly string[];
}

/** An `authenticate` function and how requests carry its credentials, for the OpenAPI description and the client. */
export interface Authenticator {
  /** How a request carries the credentials. */
  readonly scheme?: CredentialScheme;
  /** Identifies the caller of a request, or returns null. */
  readonly verify: Authenticate;
  /**
   * After 20 refused credentials from an address within a minute, stops calling `verify` for that address until the
   * minute ends: a protected procedure then answers 429, a public one runs without a user. Credentials are refused when
   * the header of `scheme` is present and `verify` returns null or throws a 401. Without a `scheme`, the credentials
   * are `Authorization` and cookies; for a request that has only cookies, null counts only if the procedure is
   * protected, because visitors have cookies too. Requests without a known address are not counted. With `false`, the
   * application has to limit guessing itself.
   * @default true
   */
  readonly limitFailures?: boolean;
}

export interface CredentialScheme {
  /**
   * The name of the security scheme in the OpenAPI description.
   * @default 'ApiKey'
   */
  readonly name?: string;
  /**
   * The request header that carries the credentials.
   * @default 'Authorization'
   */
  readonly header?: string;
  /**
   * The scheme name before the credentials, such as `Token`. `''` means none.
   * @default 'Bearer'
   */
  readonly prefix?: string;
  /** The description of the security scheme. */
  readonly description?: string;
}

export interface Lifecycle {
  readonly log: Logger;
}
