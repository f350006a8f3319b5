import type { KeyStore } from '../stores/key-store.js';
import type { AuditLog } from './audit-log.js';
import type { UsageCounter } from './create-usage-counter.js';
import type { Pepper } from './hash-secret.js';

export interface ApiKeysOptions {
  readonly store: KeyStore;
  readonly audit: AuditLog;
  /** Counts the use of keys. */
  readonly usage: UsageCounter;
  readonly now: () => number;
  /** The first one is used for new keys. */
  readonly peppers: readonly Pepper[];
  readonly maxKeysPerUser: number;
}
