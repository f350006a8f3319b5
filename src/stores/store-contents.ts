import type { StoredKey } from './key-store.js';
import type { StoredSession } from './session-store.js';
import type { StoredUsage } from './usage-store.js';
import type { StoredSignInToken, StoredUser } from './user-store.js';

/**
 * A part of what a store holds as of one moment, each list in the order of insertion. Contents are copied as a stream of
 * them, so that nobody holds all of a large store at once.
 */
export interface StoreContents {
  /** Their users are in this part or one before. */
  readonly keys: readonly StoredKey[];
  readonly users: readonly StoredUser[];
  readonly signInTokens: readonly StoredSignInToken[];
  readonly sessions: readonly StoredSession[];
  /** Their keys are in this part or one before. */
  readonly usage: readonly StoredUsage[];
}
