import { ApiError, isApiError } from './api-error.js';
import type { Operation } from './operation.js';
import type { FieldError, Ok } from './result.js';
import type { Transport } from './transport.js';

/** Parses a JSON document of a stream. Throws an `ApiError` if it is invalid. */
export function readItem(text: string, { status, headers }: Ok<unknown>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const message = 'An item of the stream cannot be parsed.';
    throw new ApiError({ success: false, kind: 'parse', message, errors: [], body: text, status, headers });
  }
}

/** Throws an `ApiError` for a failure that ends a stream: an envelope with a status. */
export function throwFailure(item: unknown, { headers }: Ok<unknown>): void {
  const envelope: { success?: unknown; status?: unknown; message?: unknown; errors?: unknown } = Object(item);
  const { status, message } = envelope;
  if (envelope.success !== false || typeof status !== 'number' || typeof message !== 'string') return;
  const errors = Array.isArray(envelope.errors) ? (envelope.errors as FieldError[]) : [];
  throw new ApiError({ success: false, kind: 'failure', message, errors, status, headers });
}

/** Passes the error that ends a stream to `onFailure`. Resolves with the error, which the caller throws. */
export async function reportEnd(
  { onFailure }: Transport,
  operation: Operation,
  error: unknown,
): Promise<unknown> {
  if (isApiError(error)) await onFailure?.(error.fail, operation);
  return error;
}
