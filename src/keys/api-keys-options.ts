import type { KeyStore } from '../stores/key-store.js';
import type { AuditLog } from './audit-log.js';
import type { UsageCount } from './count-usage.js';
import type { Pepper } from './hash-secret.js';

export interface ApiKeysOptions {
  readonly store: KeyStore;
  readonly audit: AuditLog;
  /** Where the use of keys is counted. */
  readonly usage: UsageCount;
  readonly now: () => number;
  /** The first is for new keys. */
  readonly peppers: readonly Pepper[];
  readonly maxKeysPerUser: number;
}
