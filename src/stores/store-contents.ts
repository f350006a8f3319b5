import type { StoredKey } from './key-store.js';
import type { StoredSession } from './session-store.js';
import type { StoredUsage } from './usage-store.js';
import type { StoredSignInToken, StoredUser } from './user-store.js';

/**
 * A part of a store snapshot, each list in insertion order. Stores are copied as a stream of parts, so that a large
 * store is never in memory as a whole.
 */
export interface StoreContents {
  /** Their users are in this part or an earlier one. */
  readonly keys: readonly StoredKey[];
  readonly users: readonly StoredUser[];
  readonly signInTokens: readonly StoredSignInToken[];
  readonly sessions: readonly StoredSession[];
  /** Their keys are in this part or an earlier one. */
  readonly usage: readonly StoredUsage[];
}
