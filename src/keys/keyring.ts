import type { AnswerStore } from '../stores/answer-store.js';
import type { AuditEntry, EntryRange } from '../stores/audit-trail.js';
import type { Page } from '../stores/page.js';
import type { ApiKeys, CreatedKey, KeyChanges, VerifiedKey } from './api-keys.js';
import type { RefusalEvent } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import type { KeyCall } from './create-usage-counter.js';
import type { KeyReports } from './key-reports.js';
import type { Verify } from './prepare-verification.js';
import type { WatchKey } from './watch-keys.js';

export type { AnswerStore, IdempotentRequest, StoredAnswer } from '../stores/answer-store.js';
export type { AuditEntry } from '../stores/audit-trail.js';

/** The services bound to one origin, which the audit log records for all changes made through them. */
export interface BoundKeyring {
  readonly apiKeys: ApiKeys;
  readonly keyReports: KeyReports;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly explorerKeys: ExplorerKeys;
  /** The maximum number of keys per user. */
  readonly maxKeysPerUser: number;
  /** Lists the audit entries about a user, newest first. */
  listActivity(userId: string, range: EntryRange): Promise<readonly AuditEntry[]>;
  /** Records a rejection. The audit log gets one entry per address and minute. */
  noteRefusal(event: RefusalEvent): void;
}

/**
 * Everything in the store: keys, users, sessions. Opened once per process and store. Its own `apiKeys`, `users` and
 * `sessions` have the terminal as origin; servers bind them to each request with `from`.
 */
export interface Keyring extends BoundKeyring {
  /** For the operator only; handlers never get it. */
  readonly allKeys: AllKeys;
  /** Responses to requests that may be repeated. */
  readonly answers: AnswerStore;
  readonly verify: Verify;
  readonly watchKey: WatchKey;
  /** The store's clock, in epoch milliseconds. */
  now(): number;
  /** Records that a call with this key was admitted. */
  noteUse(keyId: string): void;
  /** Counts a finished call with this key, and records it as the last one. */
  countCall(keyId: string, call: KeyCall): void;
  /** The same as `from(origin).noteRefusal('key.refused')`, without creating the bound services. */
  noteRefusedKey(origin: ChangeOrigin): void;
  from(origin: ChangeOrigin): BoundKeyring;
  /** Sets the origin at which this process listens, for the sign-in links that other processes request from it. */
  announceOrigin(origin: string): void;
  /** Whether the store can be read and written, for the readiness check. */
  isReady(): Promise<boolean>;
  /** Whether there are no users yet: nobody has signed in or created a key. */
  isFresh(): Promise<boolean>;
  /** Waits for running writes, then releases the lock. */
  close(): Promise<void>;
}

/** A key and its owner. */
export type OwnedKey = VerifiedKey;

/** The keys of all users. */
export interface AllKeys {
  /** Lists keys grouped by user, newest first. */
  list(page: Page<OwnedKey>): Promise<readonly OwnedKey[]>;
  /** Changes the key of any user; null if there is none with this id. */
  update(id: string, changes: KeyChanges): Promise<OwnedKey | null>;
  /** Deletes the key of any user; null if there is none with this id. */
  delete(id: string): Promise<OwnedKey | null>;
}

export interface SignInToken {
  readonly token: string;
  readonly expiresAt: Date;
  /** The origin of the server that has the store open, such as `http://localhost:3000`; null if there is none. */
  readonly origin: string | null;
}

export interface UserRecord {
  readonly id: string;
  readonly createdAt: Date;
}

export interface Users {
  /** Returns the user with this id, and creates it if there is none. */
  ensure(id: string): Promise<{ readonly user: UserRecord; readonly isNew: boolean }>;
  find(id: string): Promise<UserRecord | null>;
  /** Lists users in the order of creation. */
  list(page: Page<UserRecord>): Promise<readonly UserRecord[]>;
  /** Creates a single-use 256-bit sign-in token, valid for 30 minutes, and its user if there is none. Stored hashed. */
  createSignInToken(userId: string): Promise<SignInToken>;
  /** Whether the token is valid. Does not consume it. */
  isSignInTokenGood(token: string): Promise<boolean>;
  /** Consumes the token and returns its user, to one caller only; null if it is unknown, expired or used. */
  redeemSignInToken(token: string): Promise<string | null>;
}

export interface Session {
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session as shown to its user. */
export interface ListedSession extends Session {
  /** Distinguishes the user's sessions, but gives no access. */
  readonly id: string;
  readonly lastSeenAt: Date;
  /** The address that the user signed in from; null when unknown. */
  readonly address: string | null;
  /** The browser that the user signed in with, such as `Firefox, Linux`; null when unknown. */
  readonly browser: string | null;
  /** Whether it is the session of the given token. */
  readonly isCurrent: boolean;
}

/** How a user signed in. */
export type SignInMethod = 'link' | 'openid-connect' | 'proxy';

export interface Sessions {
  /**
   * Creates a session and its 256-bit token, which is stored hashed. `method` defaults to `link`. `browser` is shown to
   * the user later.
   */
  create(
    userId: string,
    method?: SignInMethod,
    browser?: string | null,
  ): Promise<{ readonly token: string; readonly session: Session }>;
  /** Finds the session and restarts its 30 idle minutes (of at most 12 hours); null if there is none or it is over. */
  find(token: string): Promise<Session | null>;
  end(token: string): Promise<void>;
  /** Lists the user's active sessions, the last seen first. */
  list(userId: string, token: string | null): Promise<readonly ListedSession[]>;
  /** Ends one of the user's sessions; false if there is none with this id. */
  endOne(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of the user and returns their number. */
  endAll(userId: string): Promise<number>;
}

/** The keys with which the explorer calls the API for a signed-in user. */
export interface ExplorerKeys {
  /**
   * Creates a key with all permissions of the user that expires after an hour, or earlier with the session. It replaces
   * the session's previous one. Without a token, for a user authenticated by a proxy, only the hour applies. The key
   * counts towards the limit. Throws UNAUTHORIZED if the session is not the user's, and the errors of `ApiKeys.create`.
   */
  issue(request: { readonly userId: string; readonly sessionToken: string | null }): Promise<CreatedKey>;
}
