import type { StoredKey } from '../key-store.js';
import type { StoredSession } from '../session-store.js';
import type { StoredSignInToken, StoredUser } from '../user-store.js';

/** All that the file holds. Never changed in place: a change makes a new state that shares what stayed. */
export interface StoreState {
  /** By id, in the order of insertion. */
  readonly keys: ReadonlyMap<string, StoredKey>;
  /** By id, in the order of insertion. */
  readonly users: ReadonlyMap<string, StoredUser>;
  /** By hash. */
  readonly signInTokens: ReadonlyMap<string, StoredSignInToken>;
  /** By hash. */
  readonly sessions: ReadonlyMap<string, StoredSession>;
}

export const EMPTY_STATE: StoreState = {
  keys: new Map(),
  users: new Map(),
  signInTokens: new Map(),
  sessions: new Map(),
};

/** The map with one more entry, or with another value for it. */
export function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value) {
  return new Map(map).set(key, value);
}

export function withoutEntry<Value>(map: ReadonlyMap<string, Value>, key: string) {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

/** The map without the values that fail `keep`; the same map when all pass. */
export function withoutEntries<Value>(map: ReadonlyMap<string, Value>, keep: (value: Value) => boolean) {
  const entries = [...map].filter(([, value]) => keep(value));
  return entries.length === map.size ? map : new Map(entries);
}

/** The map with `update` made to the entries that `changes` names; the same map when it names none. */
export function withUpdates<Value, Change>(
  map: ReadonlyMap<string, Value>,
  changes: ReadonlyMap<string, Change>,
  update: (value: Value, change: Change) => Value,
): ReadonlyMap<string, Value> {
  let copy: Map<string, Value> | undefined;
  for (const [key, change] of changes) {
    const value = map.get(key);
    if (value === undefined) continue;
    copy ??= new Map(map);
    copy.set(key, update(value, change));
  }
  return copy ?? map;
}
