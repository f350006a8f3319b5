import type { AuditOf } from './audit-trail.js';
import type { UserOutcome } from './key-store.js';
import type { Page } from './page.js';

/** Times are epoch milliseconds. */
export interface StoredUser {
  readonly id: string;
  readonly createdAt: number;
}

export interface StoredSignInToken {
  /** The hash of the token, lower-case hex; unique. */
  readonly hash: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Stores users and their sign-in tokens. As for keys, each change is durable or rejected. */
export interface UserStore {
  /** Returns the user with this id, created as given if there is none. */
  ensure(
    user: StoredUser,
    audit: AuditOf<void>,
  ): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
  findById(id: string): Promise<StoredUser | null>;
  isEmpty(): Promise<boolean>;
  /** Lists users in the order of creation. */
  list(page: Page<StoredUser>): Promise<readonly StoredUser[]>;
  /**
   * Adds the token, and its user if there is none, and deletes tokens that expired before it was created. Rejects if
   * another token has its hash.
   */
  insertSignInToken(token: StoredSignInToken, audit: AuditOf<UserOutcome>): Promise<void>;
  findSignInToken(hash: string): Promise<StoredSignInToken | null>;
  /** Removes the token and returns it, expired or not. Of concurrent calls for one token, only one gets it. */
  takeSignInToken(hash: string, audit: AuditOf<StoredSignInToken>): Promise<StoredSignInToken | null>;
}
