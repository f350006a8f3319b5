import type { AuditOf } from './audit-trail.js';

/** A stored dashboard session. Times are epoch milliseconds. */
export interface StoredSession {
  /** The hash of the session's token, lower-case hex; unique. */
  readonly hash: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** When the session ends, even if it is in use. */
  readonly expiresAt: number;
  /** The address that the user signed in from; null when unknown. */
  readonly address: string | null;
  /** The browser that the user signed in with, such as `Firefox, Linux`; null when unknown. */
  readonly browser: string | null;
}

/** Stores sessions. As for keys, each change is durable or rejected. */
export interface SessionStore {
  /** Adds the session and deletes sessions that expired before it began. Rejects if another session has its hash. */
  insert(session: StoredSession, audit: AuditOf<void>): Promise<void>;
  findByHash(hash: string): Promise<StoredSession | null>;
  /** Lists the user's sessions, expired ones too, in no particular order. */
  listByUser(userId: string): Promise<readonly StoredSession[]>;
  /** Removes the session and returns it; null if there is none. */
  delete(hash: string, audit: AuditOf<StoredSession>): Promise<StoredSession | null>;
  /** Removes all sessions of the user and returns their number. */
  deleteByUser(userId: string, audit: AuditOf<number>): Promise<number>;
  /** Sets `lastSeenAt`, which only increases, from hash to time. Hashes of deleted sessions are ignored. */
  recordSeen(seen: ReadonlyMap<string, number>): Promise<void>;
}
