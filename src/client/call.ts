import { ApiError } from './api-error.js';
import type { Ok, Result } from './result.js';

/** A call under way. It rejects only for a mistake in the program, such as an empty path parameter. */
export interface Call<Answer> extends Promise<Answer> {
  /** The payload, or a thrown `ApiError`. */
  orThrow(): Promise<PayloadOf<Answer>>;
}

/** What a result holds when it is a success. */
export type PayloadOf<Answer> = Answer extends Ok<infer Payload> ? Payload : never;

export function toCall<Answer>(result: Promise<Result<PayloadOf<Answer>>>): Call<Answer> {
  const orThrow = async () => {
    const settled = await result;
    if (settled.success) return settled.payload;
    throw new ApiError(settled);
  };
  return Object.assign(result as Promise<Answer>, { orThrow });
}
