import type { Fail, FieldError } from './result.js';

/** The error that `.orThrow()` throws. `fail` is the whole `Fail`; JSON and logs omit its headers and its body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly fail: Fail;
  readonly kind: Fail['kind'];
  readonly status: number | undefined;
  readonly errors: readonly FieldError[];

  constructor(fail: Fail) {
    super(fail.message, 'cause' in fail ? fail : undefined);
    this.kind = fail.kind;
    this.status = fail.status;
    this.errors = fail.errors;
    Object.defineProperties(this, {
      fail: { value: fail },
      [Symbol.for('procgen.api-error')]: { value: true },
    });
  }

  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** Whether `value` is an `ApiError`, of this generated client or another. */
export function isApiError(value: unknown): value is ApiError {
  return Object(value)[Symbol.for('procgen.api-error')] === true;
}
