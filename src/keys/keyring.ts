import type { AnswerStore } from '../stores/answer-store.js';
import type { AuditEntry, EntryRange } from '../stores/audit-trail.js';
import type { Page } from '../stores/page.js';
import type { ApiKeys, CreatedKey, KeyChanges, VerifiedKey } from './api-keys.js';
import type { RefusalEvent } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import type { KeyCall } from './count-usage.js';
import type { KeyReports } from './key-reports.js';
import type { Verify } from './prepare-verification.js';
import type { WatchKey } from './watch-keys.js';

export type { AnswerStore, Once, StoredAnswer } from '../stores/answer-store.js';
export type { AuditEntry } from '../stores/audit-trail.js';

/** Keys, users and sessions for one origin: what is changed through it is noted in the audit log as coming from there. */
export interface BoundKeyring {
  readonly apiKeys: ApiKeys;
  readonly keyReports: KeyReports;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly explorerKeys: ExplorerKeys;
  /** How many keys a user may have. */
  readonly maxKeysPerUser: number;
  /** What the audit log says of a user, the newest entry first. */
  listActivity(userId: string, range: EntryRange): Promise<readonly AuditEntry[]>;
  /** Notes that somebody was refused; in the audit log that is one line an address and minute. */
  noteRefusal(event: RefusalEvent): void;
}

/**
 * Everything that lives in the store: keys, users, sessions. Opened once a process and store. Its own `apiKeys`, `users`
 * and `sessions` are the terminal's; who serves others binds them first.
 */
export interface Keyring extends BoundKeyring {
  /** For the operator only: no handler gets it. */
  readonly allKeys: AllKeys;
  /** Answers to requests that may be repeated. */
  readonly answers: AnswerStore;
  readonly verify: Verify;
  readonly watchKey: WatchKey;
  /** The store's clock, in epoch milliseconds. */
  now(): number;
  /** Notes that a call made with this key was let in. */
  noteUse(keyId: string): void;
  /** Counts a call with this key that is answered, and notes it as the last one. */
  countCall(keyId: string, call: KeyCall): void;
  /** `noteRefusal('key.refused')` from there, without making the rest of what `from` makes. */
  noteRefusedKey(origin: ChangeOrigin): void;
  from(origin: ChangeOrigin): BoundKeyring;
  /** Says where this process listens, for the sign-in links that others ask it for. */
  announceOrigin(origin: string): void;
  /** Whether the store can be read and written; what readiness asks. */
  isReady(): Promise<boolean>;
  /** Whether there is no user yet: nobody has signed in or made a key. */
  isFresh(): Promise<boolean>;
  /** Waits for what is being written, then gives the lock back. */
  close(): Promise<void>;
}

/** A key and its owner. */
export type OwnedKey = VerifiedKey;

/** The keys of all users. */
export interface AllKeys {
  /** The keys of one user together, the newest first. */
  list(page: Page<OwnedKey>): Promise<readonly OwnedKey[]>;
  /** Changes the key, whoever owns it; null when there is none with this id. */
  update(id: string, changes: KeyChanges): Promise<OwnedKey | null>;
  /** Deletes the key, whoever owns it; null when there is none with this id. */
  delete(id: string): Promise<OwnedKey | null>;
}

export interface SignInToken {
  readonly token: string;
  readonly expiresAt: Date;
  /** Where the server listens that has the store open, such as `http://localhost:3000`; null when none does. */
  readonly origin: string | null;
}

export interface UserRecord {
  readonly id: string;
  readonly createdAt: Date;
}

export interface Users {
  /** Makes the user when there is none with this id. */
  ensure(id: string): Promise<{ readonly user: UserRecord; readonly isNew: boolean }>;
  find(id: string): Promise<UserRecord | null>;
  /** In the order in which they were made. */
  list(page: Page<UserRecord>): Promise<readonly UserRecord[]>;
  /** A single-use sign-in token of 256 bits, good for 30 minutes; makes the user when there is none. Stored hashed. */
  createSignInToken(userId: string): Promise<SignInToken>;
  /** Whether the token signs somebody in; it does not use it up. */
  isSignInTokenGood(token: string): Promise<boolean>;
  /** Uses the token up and names its user; null when it is unknown, expired or used. Of two parallel uses one wins. */
  redeemSignInToken(token: string): Promise<string | null>;
}

export interface Session {
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session as its user sees it. */
export interface ListedSession extends Session {
  /** Tells it from the user's other sessions, and opens nothing. */
  readonly id: string;
  readonly lastSeenAt: Date;
  /** Where it began; null when unknown. */
  readonly address: string | null;
  /** What it began in, such as `Firefox, Linux`; null when unknown. */
  readonly browser: string | null;
  /** Whether it is the one whose token was given. */
  readonly isCurrent: boolean;
}

/** How somebody signed in. */
export type SignInMethod = 'link' | 'openid-connect' | 'proxy';

export interface Sessions {
  /**
   * A new session and its 256-bit token, stored hashed; `method` is `link` when absent. `browser` is shown to the user
   * later.
   */
  create(
    userId: string,
    method?: SignInMethod,
    browser?: string | null,
  ): Promise<{ readonly token: string; readonly session: Session }>;
  /** The session, its idle time (30 minutes of at most 12 hours) begun anew; null when there is none or it is over. */
  find(token: string): Promise<Session | null>;
  end(token: string): Promise<void>;
  /** The user's sessions that are not over, the last seen first. */
  list(userId: string, token: string | null): Promise<readonly ListedSession[]>;
  /** Ends one of the user's sessions; false when there is none with this id. */
  endOne(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of the user, and counts them. */
  endAll(userId: string): Promise<number>;
}

/** The keys that the explorer calls the API with, for somebody who is signed in. */
export interface ExplorerKeys {
  /**
   * A new key of the user with all their permissions, for an hour. It replaces the one before, and ends with the session;
   * without a token, for a user whom a proxy names, it has its hour. It counts as any other key. Throws UNAUTHORIZED for a
   * session that is not the user's, and what `ApiKeys.create` throws.
   */
  issue(request: { readonly userId: string; readonly sessionToken: string | null }): Promise<CreatedKey>;
}
