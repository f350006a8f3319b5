import type { ApiKeys, KeyRecord } from '../keys/api-keys.js';
import type { KoaContext } from './koa-context.js';
import type { OutputOf, Schema } from './schema.js';

/**
 * Who calls. An application with an `authenticate` of its own adds its fields through `createProcedure<AppContext>()`.
 */
export interface User {
  readonly id: string;
}

/** What every handler and middleware receives beside its input. */
export interface Context {
  /** The authenticated caller; never null when `protect` is true. */
  readonly user: User | null;
  /** The API key that authenticated the caller, when one did. */
  readonly apiKey: KeyRecord | null;
  /** The key service of this server. */
  readonly apiKeys: ApiKeys;
  /** A message of the catalogs in the caller's language, formatted with `params` (ICU MessageFormat). */
  readonly t: Translate;
  /** The caller's language, one of the config's `locales`, as a BCP 47 tag. */
  readonly locale: string;
  readonly log: Logger;
  readonly requestId: string;
  /** Aborted when the caller goes away or the request's time is up. */
  readonly signal: AbortSignal;
  readonly request: RequestView;
  readonly response: ResponseOptions;
  /**
   * Koa's own context where Koa is the host (`createApp`, `createRouter`); null under any other host, `procgen serve`
   * too.
   */
  readonly koa: KoaContext | null;
}

export type Translate = (
  key: string,
  params?: Readonly<Record<string, string | number | boolean | Date>>,
) => string;

/** The part of pino's interface that the package relies on. */
export interface Logger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

export interface LogMethod {
  (message: string): void;
  (fields: object, message?: string): void;
}

export interface RequestView {
  /** Lower-case names; a header sent several times is joined as Node joins it. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The caller's address, the proxies of `trustProxy` taken off. */
  readonly ip: string;
  readonly method: string;
  /** The path and query string as sent. */
  readonly url: string;
}

/** What a handler may set on the answer. `Status` and `Headers` are what `openapi` in the metadata declares. */
export interface ResponseOptions<Status extends number = number, Headers = unknown> {
  /** A success status (2xx), the declared one where there is one; the procedure's own when left alone. */
  status: Status | undefined;
  /** Response headers by name: as declared or in lower case. Others than the declared ones may be set, too. */
  readonly headers: Record<string, string | number | readonly string[]> & DeclaredHeaders<Headers>;
  readonly cookies: ResponseCookies;
}

export interface ResponseCookies {
  /**
   * Sets a cookie, or has the caller forget it: null. Throws a TypeError for a name or value that no cookie can have.
   */
  set(name: string, value: string | null, options?: CookieOptions): void;
}

export interface CookieOptions {
  /** In milliseconds from now; as long as the browser's session when neither this nor `expires` is there. */
  readonly maxAge?: number;
  readonly expires?: Date;
  /** `/` when absent. */
  readonly path?: string;
  readonly domain?: string;
  /** Over https alone; false when absent. */
  readonly secure?: boolean;
  /** Whether scripts of a page cannot read it; true when absent. */
  readonly httpOnly?: boolean;
  readonly sameSite?: 'strict' | 'lax' | 'none';
}

/** The headers of a zod object's output: what may be set for each. */
export type DeclaredHeaders<Headers> = {
  [Name in keyof Headers as Name | Lowercase<Name & string>]?: HeaderValue<Headers[Name]>;
};

/** A value as it is, or as the text that a header carries. */
export type HeaderValue<Value> = Value extends null | undefined
  ? never
  : Value extends string
    ? Value
    : Value extends number | bigint | boolean
      ? Value | `${Value}`
      : Value extends readonly (infer Item)[] | ReadonlySet<infer Item>
        ? readonly HeaderValue<Item>[]
        : string;

/**
 * The context a builder's handlers see: the package's, then the application's (`context` in the config), then
 * what middleware added, each overriding the one before.
 */
export type Merge<Base, Extra> = Omit<Base, keyof Extra> & Extra;

/**
 * `ctx.response` with the status and the headers that the metadata `M` declares; what it does not declare stays as it
 * was.
 */
export type WithResponse<Ctx, M> = M extends { openapi: { status: number } | { headers: Schema } }
  ? Ctx extends { response: ResponseOptions<infer StatusBefore, infer HeadersBefore> }
    ? Merge<
        Ctx,
        {
          readonly response: ResponseOptions<
            M extends { openapi: { status: infer Status extends number } } ? Status : StatusBefore,
            M extends { openapi: { headers: infer Headers extends Schema } }
              ? OutputOf<Headers>
              : HeadersBefore
          >;
        }
      >
    : Ctx
  : Ctx;

/** `ctx.user` without null once the metadata says `protect: true`. */
export type Protected<Ctx, IsProtected> = IsProtected extends true
  ? Ctx extends { user: infer U }
    ? Omit<Ctx, 'user'> & { readonly user: NonNullable<U> }
    : Ctx
  : Ctx;
