import type { AuditValue } from '../stores/audit-trail.js';
import type { ChangeOrigin } from './change-origin.js';

export type AuditEvent =
  | 'key.created'
  | 'key.rotated'
  | 'key.deleted'
  | 'user.created'
  | 'user.signed-in'
  | 'user.signed-out'
  | 'sign-in-link.created'
  | 'sign-in-link.used';

/** What callers can be refused for again and again: entries carry a `count`. */
export type RefusalEvent = 'key.refused' | 'sign-in.refused';

/** Whom or what an event happened to. Never a secret. */
export interface AuditSubject {
  /** A key's id. */
  readonly key?: string;
  readonly user?: string;
  readonly [detail: string]: AuditValue;
}

/**
 * Who did what, when and from where. A change is noted after it was made, and is never undone because it could not
 * be noted: taking a key away from who just made it would harm more. The operator is warned instead.
 */
export interface AuditLog {
  /** Resolves when the entry is written, or given up. Never rejects. */
  note(event: AuditEvent, origin: ChangeOrigin, subject: AuditSubject): Promise<void>;
  /** Counts a refusal: the first of an address is noted at once, those of the minute after together. */
  noteRefusal(event: RefusalEvent, origin: ChangeOrigin): void;
  /** Writes what has been counted. */
  close(): Promise<void>;
}
