import type { AuditOf } from './audit-trail.js';

/** A dashboard session at rest. Times are epoch milliseconds. */
export interface StoredSession {
  /** The hash of the session's token, lower-case hex; unique. */
  readonly hash: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** The session is over then, however busy. */
  readonly expiresAt: number;
  /** Where it began; null when unknown. */
  readonly address: string | null;
  /** What it began in, such as `Firefox, Linux`; null when unknown. */
  readonly browser: string | null;
}

/** Sessions. Changes are durable or rejected, as with keys. */
export interface SessionStore {
  /** Adds the session; drops sessions that were over before it began. Rejects when a session has its hash. */
  insert(session: StoredSession, audit: AuditOf<void>): Promise<void>;
  findByHash(hash: string): Promise<StoredSession | null>;
  /** The user's sessions, those that are over too, in no order. */
  listByUser(userId: string): Promise<readonly StoredSession[]>;
  /** Removes the session and gives it back; null when there is none. */
  delete(hash: string, audit: AuditOf<StoredSession>): Promise<StoredSession | null>;
  /** Removes all sessions of the user, and counts them. */
  deleteByUser(userId: string, audit: AuditOf<number>): Promise<number>;
  /** Sets `lastSeenAt`, which only increases: hash to time. Hashes of sessions that are gone are ignored. */
  recordSeen(seen: ReadonlyMap<string, number>): Promise<void>;
}
