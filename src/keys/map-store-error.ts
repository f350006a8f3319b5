import { isProcedureError, ProcedureError } from '../protocol/procedure-error.js';
import { StoreError } from '../stores/store-error.js';

const RETRY_AFTER = { 'Retry-After': '1' };

/**
 * The work's result. A `StoreError` becomes SERVICE_UNAVAILABLE, with the store's message for the log. Clients repeat a
 * request when they see `Retry-After`, so only a failure that left everything as it was has that header.
 */
export function mapStoreError<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch(throwMapped);
}

/** Throws what the work's rejection becomes. */
export function throwMapped(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  throw new ProcedureError('SERVICE_UNAVAILABLE', error.message, {
    cause: error,
    headers: error.code === 'UNAVAILABLE' ? RETRY_AFTER : {},
  });
}

/** Whether `error` is from a change of which nobody knows whether it happened. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isProcedureError(error) && error.cause instanceof StoreError && error.cause.code === 'UNKNOWN';
}
