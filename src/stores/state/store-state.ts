import type { AuditEntry } from '../audit-trail.js';
import type { StoredKey } from '../key-store.js';
import type { StoredSession } from '../session-store.js';
import type { StoreCounts } from '../store-report.js';
import type { StoredSignInToken, StoredUser } from '../user-store.js';
import type { UsageRecord } from './usage-record.js';

/** All records of a store. */
export interface StoreRecords {
  /** By id, in insertion order. */
  readonly keys: ReadonlyMap<string, StoredKey>;
  /** By id, in insertion order. */
  readonly users: ReadonlyMap<string, StoredUser>;
  /** By hash. */
  readonly signInTokens: ReadonlyMap<string, StoredSignInToken>;
  /** By hash. */
  readonly sessions: ReadonlyMap<string, StoredSession>;
  /** By the key's id. */
  readonly usage: ReadonlyMap<string, UsageRecord>;
}

/** The records and derived data. Immutable: a change creates a new state that shares the unchanged parts. */
export interface StoreState extends StoreRecords {
  /** The ids of the keys by their hashes. */
  readonly keyIds: ReadonlyMap<string, string>;
  /** Audit entries of changes in this state that may not be in the audit log yet, oldest first. */
  readonly pendingAudit: readonly AuditEntry[];
}

export type Collection = keyof StoreRecords;

export type RecordOf<Name extends Collection> =
  StoreRecords[Name] extends ReadonlyMap<string, infer Item extends object> ? Item : never;

/** The field that identifies the records of a collection. */
export const IDENTITIES = {
  keys: 'id',
  users: 'id',
  signInTokens: 'hash',
  sessions: 'hash',
  usage: 'id',
} as const satisfies { readonly [Name in Collection]: keyof RecordOf<Name> };

export function createState(records: StoreRecords, pendingAudit: readonly AuditEntry[] = []): StoreState {
  const keyIds = new Map(Array.from(records.keys.values(), ({ id, hash }) => [hash, id]));
  return { ...records, keyIds, pendingAudit };
}

export const EMPTY_STATE: StoreState = createState({
  keys: new Map(),
  users: new Map(),
  signInTokens: new Map(),
  sessions: new Map(),
  usage: new Map(),
});

/** Freezes the record and its direct values, so that no holder of a reference can change it. */
export function freezeRecord<Item extends object>(record: Item): Item {
  for (const value of Object.values(record)) Object.freeze(value);
  return Object.freeze(record);
}

export function countRecords({ keys, users, signInTokens, sessions }: StoreRecords): StoreCounts {
  return {
    keys: keys.size,
    users: users.size,
    signInTokens: signInTokens.size,
    sessions: sessions.size,
  };
}
