import { hasBrand, PROCEDURE_ERROR } from './brand.js';
import type { FieldError } from './envelope.js';
import { type ErrorCode, STATUS_BY_CODE } from './error-code.js';

export interface ProcedureErrorOptions {
  /** One entry per offending field; sent with the message. */
  errors?: readonly FieldError[];
  /** Response headers, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** What led to this error. Logged, never sent. */
  cause?: unknown;
}

/**
 * The error a handler throws to answer with a status. The message of a 4xx reaches the caller; that of a 5xx
 * is only logged.
 */
export class ProcedureError extends Error {
  readonly [PROCEDURE_ERROR] = true;
  readonly code: ErrorCode;
  /** The HTTP status that `code` stands for. */
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: ProcedureErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ProcedureError';
    this.code = code;
    this.status = STATUS_BY_CODE[code];
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** Whether `value` is a `ProcedureError`, of this copy of the package or another. */
export function isProcedureError(value: unknown): value is ProcedureError {
  return hasBrand(value, PROCEDURE_ERROR);
}
