import { ApiError } from './api-error.js';
import type { Ok, Result } from './result.js';

/** A call in progress. It rejects only for a programming error, such as an empty path parameter. */
export interface Call<Answer> extends Promise<Answer> {
  /** Resolves with the payload, or rejects with an `ApiError`. */
  orThrow(): Promise<PayloadOf<Answer>>;
}

/** The payload of a result that is a success. */
export type PayloadOf<Answer> = Answer extends Ok<infer Payload> ? Payload : never;

export function toCall<Answer>(result: Promise<Result<PayloadOf<Answer>>>): Call<Answer> {
  const orThrow = async () => {
    const settled = await result;
    if (settled.success) return settled.payload;
    throw new ApiError(settled);
  };
  return Object.assign(result as Promise<Answer>, { orThrow });
}
