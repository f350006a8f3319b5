import type { AuditEntry } from '../stores/audit-trail.js';
import type { LastCall } from '../stores/usage-store.js';
import type { VerifiedKey } from './api-keys.js';

/** All that is known of a key, never its secret. */
export interface KeyReport extends VerifiedKey {
  /** The last 30 days, the oldest first, today last. */
  readonly days: readonly KeyDay[];
  /** Null when none is known. */
  readonly lastCall: KeyReportCall | null;
  /** The key's lines of the audit log, the newest first; 100 at most. */
  readonly audit: readonly AuditEntry[];
}

export interface KeyDay {
  /** The day in UTC, such as `2026-03-10`. */
  readonly date: string;
  /** Calls that were let in, whatever came of them. */
  readonly calls: number;
  /** Calls that were refused before they reached a procedure. */
  readonly refusals: number;
}

export interface KeyReportCall extends Omit<LastCall, 'at'> {
  readonly at: Date;
}

export interface KeyReports {
  /** Null when there is no such key, or the named user has none. */
  find(key: { readonly id: string; readonly userId?: string | undefined }): Promise<KeyReport | null>;
}
