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

/** Rejections that callers can cause repeatedly. Their entries have a `count`. */
export type RefusalEvent = 'key.refused' | 'sign-in.refused';

/** The key or user that an event affected. Never a secret. */
export interface AuditSubject {
  /** A key's id. */
  readonly key?: string;
  readonly user?: string;
  readonly [detail: string]: AuditValue;
}

/** Records who did what, when and from where. */
export interface AuditLog {
  /** Creates the entry of a change, which the store writes with the change. */
  describe(event: AuditEvent, origin: ChangeOrigin, subject: AuditSubject): AuditEntry;
  /** Counts a rejection. The first one of an address is recorded at once, those of the next minute together. */
  noteRefusal(event: RefusalEvent, origin: ChangeOrigin): void;
  /** Writes the remaining counts. */
  close(): Promise<void>;
}
