import type { AuditEntry } from '../stores/audit-trail.js';
import type { LastCall } from '../stores/usage-store.js';
import type { VerifiedKey } from './api-keys.js';

/** All available information about a key, except its secret. */
export interface KeyReport extends VerifiedKey {
  /** The last 30 days, oldest first, including today. */
  readonly days: readonly KeyDay[];
  /** Null if unknown. */
  readonly lastCall: KeyReportCall | null;
  /** The audit entries of the key, newest first; at most 100. */
  readonly audit: readonly AuditEntry[];
}

export interface KeyDay {
  /** The day in UTC, such as `2026-03-10`. */
  readonly date: string;
  /** Calls that were admitted, whatever their outcome. */
  readonly calls: number;
  /** Calls that were rejected before they reached a procedure. */
  readonly refusals: number;
}

export interface KeyReportCall extends Omit<LastCall, 'at'> {
  readonly at: Date;
}

export interface KeyReports {
  /** Returns null if there is no such key, or it belongs to another user than the given one. */
  find(key: { readonly id: string; readonly userId?: string | undefined }): Promise<KeyReport | null>;
}
