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

/** Users and their sign-in tokens. Changes are durable or rejected, as with keys. */
export interface UserStore {
  /** The user with this id, made as given when there is none. */
  ensure(
    user: StoredUser,
    audit: AuditOf<void>,
  ): Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;
  findById(id: string): Promise<StoredUser | null>;
  isEmpty(): Promise<boolean>;
  /** In the order in which they were made. */
  list(page: Page<StoredUser>): Promise<readonly StoredUser[]>;
  /**
   * Adds the token, and its user when there is none; drops tokens that expired before it was made. Rejects when a token
   * has its hash.
   */
  insertSignInToken(token: StoredSignInToken, audit: AuditOf<UserOutcome>): Promise<void>;
  findSignInToken(hash: string): Promise<StoredSignInToken | null>;
  /** Removes the token and gives it back, expired or not. Of several calls for one token, one gets it. */
  takeSignInToken(hash: string, audit: AuditOf<StoredSignInToken>): Promise<StoredSignInToken | null>;
}
