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

/** What `procgen.config.ts` says. Every key is optional. */
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
   * The public URL of the service, without `prefix`. It is the server of the description and the base of sign-in links.
   */
  readonly baseUrl?: string;
  /**
   * The path before every path of the API, such as `/v1`. With `''` the API shares its paths with the host, which
   * answers what no procedure answers. The prefix is part of the build.
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
  /** The tags that procedures may use: key to display name, in the order of the description. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Creates the application's part of `ctx`, once a request, after authentication. */
  readonly context?: (ctx: Context) => AppContext | Promise<AppContext>;
  /**
   * Identifies the caller. It replaces API keys: they then open nothing under `prefix`.
   * @default API keys
   */
  readonly authenticate?: Authenticate | Authenticator;
  /** Runs before the server accepts requests. A rejection stops the start. */
  readonly onStart?: (server: Lifecycle) => void | Promise<void>;
  /** Runs after the last answer. */
  readonly onStop?: (server: Lifecycle) => void | Promise<void>;
  /** Runs for each answer with a status of 5xx, beside the line in the log. */
  readonly onError?: (
    error: unknown,
    ctx: { readonly procedure: string | null; readonly requestId: string },
  ) => void;
  /** How many calls each rate limit class allows to one caller of one procedure. */
  readonly rateLimits?: RateLimits;
  /**
   * Where calls are counted: `memory` for each process alone, or a `redis://` or `rediss://` URL for all processes. Put
   * a URL with a password in the variable, because every user of the machine can read flags with `ps`.
   * @default 'memory'
   */
  readonly rateLimitStore?: string;
  /**
   * Turns off every endpoint under `prefix`: those of procedures, the description and the explorer answer 404.
   * `/livez`, `/readyz`, the dashboard and what else the application mounts continue. A build still writes every file.
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
   * The number of keys that a user may have. One more is a 409.
   * @default 100
   */
  readonly maxKeysPerUser?: number;
  /**
   * With a store in PostgreSQL, the number of keys that a process keeps in memory; each takes about 600 bytes. A call with
   * another key asks the store.
   * @default 100_000
   */
  readonly keyCacheSize?: number;
  /**
   * The languages of the service, the fallback first. Each has a catalog `procedures/_locales/<language>.json`.
   * @default ['en']
   */
  readonly locales?: readonly string[];
  /**
   * The largest request body, in bytes. A larger one is a 413. Of a request with files it limits the fields that are no
   * files; `uploads` has the limits of the rest.
   * @default 1_048_576
   */
  readonly bodyLimit?: number;
  /** What a request with files may hold, and where large files are kept until it is answered. */
  readonly uploads?: UploadOptions;
  /**
   * Who may open the explorer at `docs` under `prefix`: with `'development'`, or `true`, everybody in development mode and
   * nobody else; with `'signed-in'` the users of the dashboard; with `'public'` everybody. `false` turns it off.
   * `'signed-in'` needs API keys, so it is an error together with `authenticate`.
   * @default 'development'
   */
  readonly docs?: Docs | boolean;
  /**
   * How long a handler may take, with its middleware, in milliseconds. The caller then gets a 503 and `ctx.signal` is
   * aborted.
   * @default 30_000
   */
  readonly requestTimeoutMs?: number;
  /**
   * How long an answer may make no progress because its caller does not read, in milliseconds. `serve` and
   * `createServer` then close the connection; `createFetchHandler` ends a stream that its host does not read, a
   * millisecond later for each byte of the last chunk.
   * @default 30_000
   */
  readonly answerTimeoutMs?: number;
  /**
   * How long the code of one module may run in a build, in milliseconds. The build then fails and names the module. For
   * the configuration file itself, only the variable changes the limit.
   * @default 30_000
   */
  readonly buildTimeoutMs?: number;
  /**
   * Writes each request to the log, except those of `/livez` and `/readyz`. `createRouter` writes none.
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
   * When the server is overloaded. It then answers requests under `prefix` with a 503 and `Retry-After` at once.
   * `false` turns this off.
   * @default true
   */
  readonly overload?: OverloadLimits | boolean;
  /**
   * How people sign in to the dashboard beside sign-in links.
   * @default links alone
   */
  readonly signIn?: SignIn;
  /** Which answers are stored for requests with an `Idempotency-Key`, and for whom. */
  readonly idempotency?: Idempotency<AppContext>;
  /**
   * Functions that print files of the application's own at every build, from the same model as the generated files.
   */
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
   * What happens to limited calls while Redis does not answer: each process counts alone (`local`), or they get a 503
   * (`refuse`).
   * @default 'local'
   */
  readonly onStoreFailure?: StoreFailureAnswer;
}

/** Which answers are stored for requests with an `Idempotency-Key`, and for whom. */
export interface Idempotency<AppContext extends object = object> {
  /**
   * Returns the tenant of a request, a string of at most 1,024 characters; anything else is a 500. A stored answer is
   * given only to the same user in the same tenant. It is needed where one user acts for several tenants and a header
   * or the host names the tenant. It runs for each request with a key.
   */
  scope?(request: IdempotencyRequest<AppContext>): string | Promise<string>;
  /**
   * Also stores answers to calls without a user, for the address that they came from. Without it, public procedures do
   * not offer `Idempotency-Key` and the client does not repeat their mutations. It is part of the build.
   * @default false
   */
  readonly anonymous?: boolean;
}

/** The request as `authenticate` sees it, and the user that it named. */
export interface IdempotencyRequest<AppContext extends object = object> extends AuthenticationRequest {
  /** Null where `anonymous` is true and nobody is signed in. */
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
   * The number of files. One more is a 400.
   * @default 20
   */
  readonly files?: number;
  /**
   * The number of fields that are no files. One more is a 400.
   * @default 100
   */
  readonly fields?: number;
  /**
   * The folder for files that are too large for memory, relative to the project. Each process makes a folder of its own in
   * it, with the mode 0700.
   * @default the folder of the system for temporary files
   */
  readonly folder?: string;
}

export interface OverloadLimits {
  /**
   * The delay of the event loop, in milliseconds, that means overload when it occurs twice within a second.
   * @default 250
   */
  readonly lagMs?: number;
  /**
   * The number of requests in progress that means overload. Bodies that are still arriving do not count. Answers that
   * are complete but not written count once a connection: at most a tenth of this number for an address, and half in
   * all.
   * @default 2_000
   */
  readonly inFlight?: number;
  /**
   * The number of open event streams and JSON Lines, of which those without a user are at most half. One more is a 503.
   * @default 20_000
   */
  readonly streams?: number;
  /**
   * The number of them that one user has, or one address without a user. One more is a 429.
   * @default 1_000
   */
  readonly streamsPerCaller?: number;
}

/**
 * Identifies the caller. Null and undefined mean nobody: a protected procedure answers 401, a public one runs without a
 * user. Where it throws a `ProcedureError` of 4xx, a protected procedure answers with that error, and a public one runs
 * without a user. A `ProcedureError` of 5xx is the answer of either; anything else that it throws or returns is a 500.
 * `user.id` is a non-empty string of at most 1,024 characters, different for each user. It may take as long as a
 * handler (`requestTimeoutMs`).
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

/** An `authenticate` and how its credentials travel, for the description and the client. */
export interface Authenticator {
  /** How a request carries the credentials. */
  readonly scheme?: CredentialScheme;
  /** Identifies the caller of a request, or returns null. */
  readonly verify: Authenticate;
  /**
   * Stops calling `verify` for an address that has had 20 credentials refused within a minute, until the minute ends: a
   * protected procedure then answers 429, a public one runs without a user. Credentials are refused when the header of
   * `scheme` is present and `verify` returns null or throws a 401. Without a `scheme` these are `Authorization` and
   * cookies; null for a request that has only cookies counts where the procedure is protected, because visitors have
   * cookies too. With `false` the application has to limit guesses itself.
   * @default true
   */
  readonly limitFailures?: boolean;
}

export interface CredentialScheme {
  /**
   * The name of the security scheme in the description.
   * @default 'ApiKey'
   */
  readonly name?: string;
  /**
   * The request header that carries the credentials.
   * @default 'Authorization'
   */
  readonly header?: string;
  /**
   * The word before the credentials, such as `Token`. `''` means none.
   * @default 'Bearer'
   */
  readonly prefix?: string;
  /** The description of the security scheme. */
  readonly description?: string;
}

export interface Lifecycle {
  readonly log: Logger;
}
