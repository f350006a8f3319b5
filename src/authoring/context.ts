import type Koa from 'koa';
import type { ApiKeys, KeyRecord } from '../keys/api-keys.js';

/** Who calls. An application with an `authenticate` of its own adds its fields through `createProcedure<AppContext>()`. */
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
  readonly response: ResponseDraft;
  /** Koa's own context: the way out for what the rest does not offer. */
  readonly koa: Koa.Context;
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

/** What a handler may set on the answer. */
export interface ResponseDraft {
  /** A success status (2xx); the procedure's own when left alone. */
  status: number | undefined;
  /** Response headers, lower-case names. */
  readonly headers: Record<string, string | number | readonly string[]>;
}

/**
 * The context a builder's handlers see: the package's, then the application's (`context` in the config), then
 * what middleware added, each overriding the one before.
 */
export type Merge<Base, Extra> = Omit<Base, keyof Extra> & Extra;

/** `ctx.user` without null once the metadata says `protect: true`. */
export type Protected<Ctx, IsProtected> = IsProtected extends true
  ? Ctx extends { user: infer U }
    ? Omit<Ctx, 'user'> & { readonly user: NonNullable<U> }
    : Ctx
  : Ctx;
