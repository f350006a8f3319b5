import type { Fail, FieldError } from './result.js';

/** The error that `.orThrow()` throws. `fail` is the whole `Fail`; JSON and logs omit its headers and its body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly fail!: Fail;
  readonly kind: Fail['kind'];
  readonly status: number | undefined;
  readonly errors: readonly FieldError[];

  constructor(fail: Fail) {
    // Takes the `cause` of `fail`, if there is one. Before ES2022 the types of `Error` have no second parameter.
    super(...([fail.message, fail] as unknown as [string]));
    this.kind = fail.kind;
    this.status = fail.status;
    this.errors = fail.errors;
    Object.defineProperties(this, {
      fail: { value: fail, enumerable: false },
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
