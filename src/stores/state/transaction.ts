import type { AuditEntry } from '../audit-trail.js';
import type { StoredKey } from '../key-store.js';
import { type Collection, freezeRecord, IDENTITIES, type RecordOf, type StoreState } from './store-state.js';

/** The next state under construction. It shares all unchanged collections with the previous state. */
export interface Transaction {
  /** The state so far. */
  readonly state: StoreState;
  /** Adds or replaces the record with this identity. Stores a copy, except of counts, which nothing else references. */
  put<Name extends Collection>(name: Name, record: RecordOf<Name>): void;
  remove(name: Collection, identity: string): void;
  /** Adds the audit entries of a change. */
  addAudit(entries: readonly AuditEntry[]): void;
  /** Returns the state with all changes, or the initial state if there were none. */
  finish(): StoreState;
}

type Indexed = Collection | 'keyIds';

export function createTransaction(base: StoreState): Transaction {
  const state = { ...base };
  const copied = new Set<Indexed>();

  /** Returns a mutable copy of the collection, created on the first call. */
  function edit(name: Indexed): Map<string, unknown> {
    if (!copied.has(name)) {
      copied.add(name);
      Object.assign(state, { [name]: new Map<string, unknown>(state[name]) });
    }
    return state[name] as Map<string, unknown>;
  }

  return {
    state,
    put(name, record) {
      const identity = (record as Record<string, unknown>)[IDENTITIES[name]] as string;
      edit(name).set(identity, freezeRecord(name === 'usage' ? record : structuredClone(record)));
      if (name !== 'keys') return;
      const { id, hash } = record as StoredKey;
      if (state.keyIds.get(hash) !== id) edit('keyIds').set(hash, id);
    },
    remove(name, identity) {
      if (!state[name].has(identity)) return;
      if (name === 'keys') edit('keyIds').delete(state.keys.get(identity)?.hash ?? '');
      edit(name).delete(identity);
    },
    addAudit(entries) {
      Object.assign(state, { pendingAudit: [...state.pendingAudit, ...entries] });
    },
    finish: () => (copied.size === 0 ? base : { ...state }),
  };
}
