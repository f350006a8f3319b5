import { ProcedureError } from '../protocol/procedure-error.js';
import { StoreError } from '../stores/store-error.js';

/** The work's result; what the store refuses becomes SERVICE_UNAVAILABLE, with the store's message for the log. */
export async function mapStoreError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new ProcedureError('SERVICE_UNAVAILABLE', error.message, { cause: error });
  }
}
