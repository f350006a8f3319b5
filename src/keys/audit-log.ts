import type { AuditEntry, AuditValue } from '../stores/audit-trail.js';
import type { ChangeOrigin } from './change-origin.js';

export type AuditEvent =
  | 'key.created'
  | 'key.rotated'
  | 'key.changed'
  | 'key.disabled'
  | 'key.enabled'
  | 'key.deleted'
  | 'user.created'
  | 'user.signed-in'
  | 'user.signed-out'
  | 'user.signed-out-everywhere'
  | 'session.ended'
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

/** Who did what, when and from where. */
export interface AuditLog {
  /** The entry of a change, for the store to keep with the change. */
  describe(event: AuditEvent, origin: ChangeOrigin, subject: AuditSubject): AuditEntry;
  /** Counts a refusal: the first of an address is noted at once, those of the minute after together. */
  noteRefusal(event: RefusalEvent, origin: ChangeOrigin): void;
  /** Writes what has been counted. */
  close(): Promise<void>;
}
