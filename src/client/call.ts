import { ApiError } from './api-error.js';
import type { Result } from './result.js';

/** A call under way. It rejects only for a mistake in the program, such as an empty path parameter. */
export interface Call<Payload> extends Promise<Result<Payload>> {
  /** The payload, or a thrown `ApiError`. */
  orThrow(): Promise<Payload>;
}

export function toCall<Payload>(result: Promise<Result<Payload>>): Call<Payload> {
  return Object.assign(result, {
    orThrow: async () => {
      const settled = await result;
      if (settled.success) return settled.payload;
      throw new ApiError(settled);
    },
  });
}
