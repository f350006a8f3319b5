/** What a call comes to: `if (result.success) result.payload; else result.kind`. */
export type Result<Payload, Status extends number = number> = Ok<Payload> | Fail<Status>;

/** The server did it. */
export interface Ok<Payload> {
  readonly success: true;
  readonly payload: Payload;
  /** What the server says about it, in the caller's language. */
  readonly message?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
}

/** It did not happen, or nobody knows whether it did. `kind` says why, `message` says it in words. */
export type Fail<Status extends number = number> =
  | Failure<Status>
  | ForeignAnswer<'http'>
  | ForeignAnswer<'parse'>
  | NoAnswer<'network'>
  | NoAnswer<'timeout'>
  | NoAnswer<'aborted'>;

/** The server said no: its status, its message, one entry per offending field. `Status` are the documented ones. */
export interface Failure<Status extends number = number> {
  readonly success: false;
  readonly kind: 'failure';
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** One of the documented, or another that a newer server or one in trouble may say. */
  readonly status: Status | (number & {});
  readonly headers: Headers;
}

/** An error that does not speak the service's language (`http`), or a success that cannot be read (`parse`). */
export interface ForeignAnswer<Kind extends 'http' | 'parse'> {
  readonly success: false;
  readonly kind: Kind;
  readonly message: string;
  /** Always empty. */
  readonly errors: readonly FieldError[];
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body where it is JSON, else its text. */
  readonly body: unknown;
}

/** No whole answer came: the connection failed, time ran out, or the caller's signal aborted. */
export interface NoAnswer<Kind extends 'network' | 'timeout' | 'aborted'> {
  readonly success: false;
  readonly kind: Kind;
  readonly message: string;
  /** Always empty. */
  readonly errors: readonly FieldError[];
  readonly status?: undefined;
  readonly headers?: undefined;
  /** What was thrown (`network`), or the signal's reason (`aborted`). */
  readonly cause?: unknown;
}

/** One offending field. `path` leads from the input's root to the value. */
export interface FieldError {
  readonly path: readonly string[];
  readonly message: string;
}
