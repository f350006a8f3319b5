/**
 * Koa's context as handlers use it, declared here so that no project needs `@types/koa`. Objects of Node and Koa and
 * properties that middleware adds are untyped; with `@types/koa` installed, `ctx.koa as Koa.Context` types all of it.
 */
export interface KoaContext {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly querystring: string;
  /** Each value is a string, or a list of strings. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly host: string;
  readonly hostname: string;
  readonly protocol: string;
  /** Values that middleware passes on. */
  readonly state: Untyped;
  readonly cookies: KoaCookies;
  /** Node's request and response. */
  readonly req: Untyped;
  readonly res: Untyped;
  /** Koa's request and response. */
  readonly request: Untyped;
  readonly response: Untyped;
  status: number;
  /** The value of `Content-Type`. When set to an extension such as `json`, its media type is looked up. */
  type: string;
  /** The length of the body, in bytes. */
  length: number;
  /** A string, a buffer, a stream, or a value that is sent as JSON. A body that is set here replaces the output. */
  body: unknown;
  /** Set to false for a response that is written to `res`. */
  respond?: boolean | undefined;
  /** The request header with this case-insensitive name; empty if it was not sent. */
  get(header: string): string;
  /** Sets response headers. */
  set(header: string, value: string | string[]): void;
  set(headers: { [header: string]: string | string[] }): void;
  append(header: string, value: string | string[]): void;
  remove(header: string): void;
  redirect(url: string): void;
  attachment(filename?: string): void;
  /** Throws an error that Koa turns into a response: a status, a message, properties of the error. */
  throw(...properties: readonly (number | string | object)[]): never;
  [name: string]: Untyped;
}

// biome-ignore lint/suspicious/noExplicitAny: like the index signature of Koa's context in `@types/koa`.
type Untyped = any;

export interface KoaCookies {
  get(name: string, options?: object): string | undefined;
  set(name: string, value?: string | null, options?: object): unknown;
}
