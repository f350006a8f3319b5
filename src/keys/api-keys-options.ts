import type { KeyStore } from '../stores/key-store.js';
import type { AuditLog } from './audit-log.js';
import type { Pepper } from './hash-secret.js';
import type { WriteBehind } from './write-behind.js';

export interface ApiKeysOptions {
  readonly store: KeyStore;
  readonly audit: AuditLog;
  /** Where the times of use go: key id to time. */
  readonly uses: WriteBehind;
  readonly now: () => number;
  /** The first is for new keys. */
  readonly peppers: readonly Pepper[];
  readonly maxKeysPerUser: number;
}
