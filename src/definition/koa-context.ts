/**
 * Koa's context as handlers use it, declared here so that no project needs `@types/koa`. Node's and Koa's own objects and what
 * middleware adds are untyped; where `@types/koa` is installed, `ctx.koa as Koa.Context` types all of it.
 */
export interface KoaContext {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly querystring: string;
  /** Names to texts, or to lists of them. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly host: string;
  readonly hostname: string;
  readonly protocol: string;
  /** What middleware hands on. */
  readonly state: Untyped;
  readonly cookies: KoaCookies;
  /** Node's request and answer. */
  readonly req: Untyped;
  readonly res: Untyped;
  /** Koa's request and answer. */
  readonly request: Untyped;
  readonly response: Untyped;
  status: number;
  /** The value of `Content-Type`; an extension such as `json` is looked up when it is set. */
  type: string;
  /** Of the body, in bytes. */
  length: number;
  /**
   * A string, a buffer, a stream, or a value that is sent as JSON. What is set here is answered in place of the output.
   */
  body: unknown;
  /** False for an answer that is written to `res`. */
  respond?: boolean | undefined;
  /** A header of the request, in any case; empty when it was not sent. */
  get(header: string): string;
  /** Sets headers of the answer. */
  set(header: string, value: string | string[]): void;
  set(headers: { [header: string]: string | string[] }): void;
  append(header: string, value: string | string[]): void;
  remove(header: string): void;
  redirect(url: string): void;
  attachment(filename?: string): void;
  /** Throws an error that Koa answers: a status, a message, properties of the error. */
  throw(...properties: readonly (number | string | object)[]): never;
  [name: string]: Untyped;
}

// biome-ignore lint/suspicious/noExplicitAny: as the index signature of Koa's context in `@types/koa`.
type Untyped = any;

export interface KoaCookies {
  get(name: string, options?: object): string | undefined;
  set(name: string, value?: string | null, options?: object): unknown;
}
