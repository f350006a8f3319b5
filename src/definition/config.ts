import type { WarningCode } from '../model/diagnostic-catalog.js';
import type { Emitter } from '../model/emitter.js';
import type { RateLimitClass, RateLimitPolicy, StoreFailureAnswer } from '../protocol/rate-limit.js';
import type { Context, Logger, RequestView, User } from './context.js';
import type { Cors } from './cors.js';
import type { SignIn } from './sign-in.js';

/** The file a project's configuration stands in, when no other is named. */
export const DEFAULT_CONFIG_FILE = 'procgen.config.ts';

/** Where keys and users are kept, when the configuration does not say. */
export const DEFAULT_STORE = 'file:.procgen/store.json';

/** Where calls are counted, when the configuration does not say. */
export const DEFAULT_RATE_LIMIT_STORE = 'memory';

/** What `procgen.config.ts` says. Every key is optional. */
export interface Config<AppContext extends object = object> {
  /** The description's title, version and description. */
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  /** Where the service is reached, without `prefix`: the description's server. */
  readonly baseUrl?: string;
  /**
   * What stands before every path of the API, such as `/v1`; `/api` when absent. With `''` the API shares the paths of its
   * host: what no procedure answers is the host's. Part of what is built.
   */
  readonly prefix?: string;
  /** The folder of procedure files; `procedures` when absent. */
  readonly procedures?: string;
  /** The folder of the generated files; `generated` when absent. */
  readonly out?: string;
  /**
   * Modules, relative to the project, such as `./src/zod-setup.ts`, that run for their effects, in this order, before any
   * schema is made: in a build, and in a server before procedure files are imported. A build runs nothing else for its
   * effects alone. They have to stand being run more than once in a process, as by `serve --watch`.
   */
  readonly setup?: readonly string[];
  /** The tags a procedure may name: key to display name, in the order the description lists them. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Makes the application's own part of `ctx`, once a request, after authentication. */
  readonly context?: (ctx: Context) => AppContext | Promise<AppContext>;
  /** Who the caller is; API keys when absent. With one of the application's own, keys open nothing under `/api`. */
  readonly authenticate?: Authenticate | Authenticator;
  /** Runs before the server accepts requests; a rejection stops the start. */
  readonly onStart?: (server: Lifecycle) => void | Promise<void>;
  /** Runs after the last request was answered. */
  readonly onStop?: (server: Lifecycle) => void | Promise<void>;
  /** Told of everything that is answered with a 5xx, beside the log line. */
  readonly onError?: (
    error: unknown,
    ctx: { readonly procedure: string | null; readonly requestId: string },
  ) => void;
  readonly rateLimits?: RateLimits;
  /**
   * Where calls are counted: `memory`, each process for itself, or a `redis://` URL for all. `memory` when absent. A URL
   * with a password belongs in `PROCGEN_RATE_LIMIT_STORE`, since flags can be read with `ps`.
   */
  readonly rateLimitStore?: string;
  /**
   * Turns every endpoint under `/api` off: those of all procedures, `/api/openapi.json` and `/api/docs` answer 404. `/livez`,
   * `/readyz`, the dashboard and what else the application mounts go on. A malformed request is a 400 as everywhere.
   */
  readonly disableOpenAPI?: boolean;
  /** `file:PATH`, which no other user may be able to write; `file:.procgen/store.json` when absent. */
  readonly store?: string;
  /** How many keys a user may have; 100 when absent. */
  readonly maxKeysPerUser?: number;
  /** Languages of the catalogs `procedures/_locales/<language>.json`, the fallback first; `['en']` when absent. */
  readonly locales?: readonly string[];
  /** The largest JSON body in bytes; 1 MiB when absent. */
  readonly bodyLimit?: number;
  /** Whether the explorer is served in development mode; true when absent. */
  readonly docs?: boolean;
  /** How long a handler may take, in milliseconds, before the caller gets a 503; 30,000 when absent. */
  readonly requestTimeoutMs?: number;
  /**
   * How long an answer may wait for its caller to read on, in milliseconds, before its connection is cut off; 30,000 when
   * absent. A router in an application of one's own (`createRouter`) leaves connections to their host.
   */
  readonly answerTimeoutMs?: number;
  /**
   * How long the code of one module may run in a build, in milliseconds, before the build is ended with an error that names
   * it; 30,000 when absent. The configuration itself has so long where `PROCGEN_BUILD_TIMEOUT_MS` says nothing else.
   */
  readonly buildTimeoutMs?: number;
  /**
   * Whether each request is a line of the log, those to `/livez` and `/readyz` excepted; true when absent. A router in
   * an application of one's own (`createRouter`) writes none.
   */
  readonly accessLog?: boolean;
  /** Whose `X-Forwarded-…` headers are believed; nobody's (0) when absent. */
  readonly trustProxy?: TrustProxy;
  /** Which pages of other origins may call `/api` from a browser; none when absent. The dashboard is never open to them. */
  readonly cors?: Cors;
  /** When requests under `/api` are refused with a 503 at once, so that the others are answered in time; false is never. */
  readonly overload?: OverloadLimits | boolean;
  /** How people sign in to the dashboard beside links; by links alone when absent. */
  readonly signIn?: SignIn;
  /** Whose answers are kept for whom under an `Idempotency-Key`; for each authenticated user, in one tenant, when absent. */
  readonly idempotency?: Idempotency<AppContext>;
  /** Files of one's own, printed at every build from the same model as the generated ones. */
  readonly emitters?: readonly Emitter[];
  /** The warnings of builds that are not wanted in this project; errors cannot be turned off. */
  readonly warnings?: { readonly [code in WarningCode]?: 'off' };
}

/**
 * How many proxies stand in front of the server, each of which adds the address it was asked from to
 * `X-Forwarded-For`; or their addresses and CIDR blocks.
 */
export type TrustProxy = number | readonly string[];

export interface RateLimits extends Readonly<Partial<Record<RateLimitClass, RateLimitPolicy>>> {
  /** What becomes of limited calls while Redis does not count: counted by each process alone (`local`, when absent), or a 503. */
  readonly onStoreFailure?: StoreFailureAnswer;
}

/** Mutations that are sent with an `Idempotency-Key`. */
export interface Idempotency<AppContext extends object = object> {
  /**
   * The tenant that a request is for: an answer is given again to the same user in the same tenant alone. Needed where
   * one user acts for several, and a header or the host says for which. Asked for each request with a key. Anything
   * but a string of at most 1,024 characters is a 500.
   */
  scope?(request: IdempotencyRequest<AppContext>): string | Promise<string>;
  /**
   * Whether answers to calls without a user are kept, too, for the address that they came from; false when absent.
   * Part of what is built: without it public procedures do not offer `Idempotency-Key`, and the client does not repeat
   * their calls because of one.
   */
  readonly anonymous?: boolean;
}

/** The request as `authenticate` sees it, and whom that named. */
export interface IdempotencyRequest<AppContext extends object = object> extends AuthenticationRequest {
  /** Null where `anonymous` is true and nobody is signed in. */
  readonly user: (AppContext extends { readonly user: infer Own } ? Own : User) | null;
}

export interface OverloadLimits {
  /** How late the event loop may be in milliseconds, twice within a second; 250 when absent. */
  readonly lagMs?: number;
  /**
   * How many requests may be under way; 2,000 when absent. Bodies on their way do not count. Answers that are made but
   * not written count once for each connection: up to a tenth for an address, and half in all.
   */
  readonly inFlight?: number;
}

/**
 * Tells who calls. Null and undefined are nobody: a protected procedure answers 401, a public one runs without a user. Where it
 * throws a `ProcedureError` of 4xx, a protected procedure answers with that, and a public one runs without a user. One of 5xx is the
 * answer of either, and anything else that is thrown or returned is a 500.
 * `user.id` is a non-empty string of at most 1,024 characters, a different one for each user. It may take as long as a
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
  /** What the caller may do; everything when absent. */
  readonly scopes?: readonly string[];
}

/** An `authenticate` together with how its credentials travel, for the description and the client. */
export interface Authenticator {
  readonly scheme?: CredentialScheme;
  readonly verify: Authenticate;
  /**
   * Whether `verify` is not asked any more, until the minute ends, about credentials from an address that has had 20
   * refused within a minute: a protected procedure answers 429, to a public one the caller is anonymous. Refused are
   * credentials in the header of `scheme` for which `verify` returns null or throws a 401. Without a `scheme` these are
   * `Authorization` and cookies; null for a request that has only cookies counts where the procedure is protected, since
   * visitors have cookies, too. True when absent; without it an application has to stop guesses itself.
   */
  readonly limitFailures?: boolean;
}

export interface CredentialScheme {
  /** The scheme's name in the description; `ApiKey` when absent. */
  readonly name?: string;
  /** The request header that carries the credentials; `Authorization` when absent. */
  readonly header?: string;
  /** The word before the credentials, such as `Bearer` or `Token`; `''` is none. `Bearer` when absent. */
  readonly prefix?: string;
  readonly description?: string;
}

export interface Lifecycle {
  readonly log: Logger;
}
