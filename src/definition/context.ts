import type { ApiKeys, KeyRecord } from '../keys/api-keys.js';
import type { KoaContext } from './koa-context.js';
import type { OutputOf, Schema } from './schema.js';

/** The caller. An application with its own `authenticate` adds fields through `createProcedure<AppContext>()`. */
export interface User {
  readonly id: string;
}

/** What every handler and middleware receives besides its input. */
export interface Context {
  /** The authenticated caller; never null when `protect` is true. */
  readonly user: User | null;
  /** The record of the API key that authenticated the caller, or null. */
  readonly apiKey: KeyRecord | null;
  /** The key service of this server. */
  readonly apiKeys: ApiKeys;
  /** Returns a catalog message in the caller's language, formatted with `params` (ICU MessageFormat). */
  readonly t: Translate;
  /** The caller's language, one of the config's `locales`, as a BCP 47 tag. */
  readonly locale: string;
  /** A logger that adds the request id to each line. */
  readonly log: Logger;
  /** The id of the request, sent in the response as `X-Request-Id`. */
  readonly requestId: string;
  /** Aborted when the caller disconnects, the request times out, or the server ends a stream. */
  readonly signal: AbortSignal;
  /**
   * The id of the last event that the caller received, when it reconnects to an event stream (`Last-Event-ID`);
   * otherwise null. It is untrusted input.
   */
  readonly lastEventId: string | null;
  readonly request: RequestView;
  readonly response: ResponseOptions;
  /** Koa's context under `createApp` and `createRouter`; null under every other host and `procgen serve`. */
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
  /** `fields` may be an `Error`, which is logged as `err` with its message, stack and causes. */
  (fields: object, message?: string): void;
}

export interface RequestView {
  /** By lower-case name. Node joins headers that are sent more than once. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The caller's address: the nearest one that is not a proxy of `trustProxy`. */
  readonly ip: string;
  readonly method: string;
  /** The path and query string as sent. */
  readonly url: string;
}

/** What a handler may set on the response. `Status` and `Headers` are those that the metadata declares. */
export interface ResponseOptions<Status extends number = number, Headers = unknown> {
  /** A success status (2xx); if the metadata declares one, only that. The procedure's own status if not set. */
  status: Status | undefined;
  /** Response headers by name, as declared or in lower case. Undeclared headers may be set too. */
  readonly headers: Record<string, string | number | readonly string[]> & DeclaredHeaders<Headers>;
  readonly cookies: ResponseCookies;
}

export interface ResponseCookies {
  /** Sets a cookie; null deletes it. Throws a TypeError for a name or value that is not valid in a cookie. */
  set(name: string, value: string | null, options?: CookieOptions): void;
}

export interface CookieOptions {
  /** In milliseconds from now. Without it and `expires`, the cookie lasts for the browser session. */
  readonly maxAge?: number;
  readonly expires?: Date;
  /** `/` when absent. */
  readonly path?: string;
  readonly domain?: string;
  /** Sends the cookie over https only; false when absent. */
  readonly secure?: boolean;
  /** Hides the cookie from scripts; true when absent. */
  readonly httpOnly?: boolean;
  readonly sameSite?: 'strict' | 'lax' | 'none';
}

/** The values that may be set for each header that the metadata declares. */
export type DeclaredHeaders<Headers> = {
  [Name in keyof Headers as Name | Lowercase<Name & string>]?: HeaderValue<Headers[Name]>;
};

/** A value, or its text in a header. */
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
 * The context that a builder's handlers get: the package's, then the application's (`context` in the config), then what
 * middleware added. Each overrides the one before.
 */
export type Merge<Base, Extra> = Omit<Base, keyof Extra> & Extra;

/**
 * `ctx.response` with the status and the headers that the metadata `M` declares. Whatever `M` does not declare keeps
 * its type.
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
