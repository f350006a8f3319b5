import type { StoredKey } from './key-store.js';
import type { StoredSession } from './session-store.js';
import type { StoredSignInToken, StoredUser } from './user-store.js';

/** All that a store holds as of one moment, each list in the order of insertion. */
export interface StoreContents {
  /** Their users are among `users`. */
  readonly keys: readonly StoredKey[];
  readonly users: readonly StoredUser[];
  readonly signInTokens: readonly StoredSignInToken[];
  readonly sessions: readonly StoredSession[];
}
