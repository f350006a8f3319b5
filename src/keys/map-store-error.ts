import { isProcedureError, ProcedureError } from '../protocol/procedure-error.js';
import { StoreError } from '../stores/store-error.js';

const RETRY_AFTER = { 'Retry-After': '1' };

/**
 * Maps a `StoreError` of the work to SERVICE_UNAVAILABLE, with the store's message for the log. Clients retry a request
 * after a response with `Retry-After`, so only errors without any effect have that header.
 */
export function mapStoreError<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch(throwMapped);
}

/** Throws the mapped error. */
export function throwMapped(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  throw new ProcedureError('SERVICE_UNAVAILABLE', error.message, {
    cause: error,
    headers: error.code === 'UNAVAILABLE' ? RETRY_AFTER : {},
  });
}

/** Whether `error` is from a change that may or may not have happened. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isProcedureError(error) && error.cause instanceof StoreError && error.cause.code === 'UNKNOWN';
}
