export type StoreErrorCode =
  /** Another process has the store open. */
  | 'OWNED'
  /** Another user owns, or can write, what only this user may. */
  | 'INSECURE'
  /** The store's bytes are not what procgen wrote. */
  | 'DAMAGED'
  /** A newer procgen wrote the store. */
  | 'NEWER'
  /** An older procgen wrote the store, and nobody has migrated it. */
  | 'OUTDATED'
  /** The store was initialised once and is not there any more. */
  | 'VANISHED'
  /** There is no such store, where one has to be. */
  | 'MISSING'
  /** The store could not be read or written now; the next try may succeed. */
  | 'UNAVAILABLE'
  /** Writes are refused until the next start. */
  | 'READ_ONLY'
  /** The driver is not made for more. */
  | 'FULL'
  /** The store is to be filled and holds something. */
  | 'NOT_EMPTY'
  /** The owner went away before it looked at the call: it can be made again elsewhere. */
  | 'OWNER_LEFT'
  /** No driver for such a store. */
  | 'UNSUPPORTED';

/** What a store refuses or fails to do. The message names the store and the cause, and holds no secret. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/** The message of anything thrown, for the end of a sentence. */
export function printCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
