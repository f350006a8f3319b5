import { ApiError } from './api-error.js';
import type { Operation } from './operation.js';
import type { CallOptions } from './options.js';
import { readItem, reportEnd, throwFailure } from './read-item.js';
import { readLines } from './read-lines.js';
import type { Result } from './result.js';
import type { Transport } from './transport.js';

/** The options of a stream's call. `timeout` and `retries` apply until the response begins. */
export interface StreamCallOptions extends Omit<CallOptions, 'deadline' | 'idempotencyKey'> {}

/**
 * The lines of a stream, for `for await`; `break` and `signal` end it. Throws an `ApiError` if the server refuses the
 * call, if the stream breaks, or if `signal` aborts.
 */
export async function* streamLines<Line>(
  transport: Transport,
  operation: Operation,
  input: object | undefined,
  options?: StreamCallOptions,
): AsyncGenerator<Line, void> {
  const headers = { Accept: 'application/jsonl', ...options?.headers };
  const result = await transport<Result<ReadableStream<Uint8Array>>>(operation, input, {
    ...options,
    headers,
  });
  if (!result.success) throw new ApiError(result);
  try {
    for await (const line of readLines(result.payload, options?.signal)) {
      // A heartbeat.
      if (line === '') continue;
      const item = readItem(line, result);
      throwFailure(item, result);
      yield item as Line;
    }
  } catch (error) {
    throw await reportEnd(transport, operation, error);
  }
}
