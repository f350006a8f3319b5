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
