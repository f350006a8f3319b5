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

/** Nobody can change the record any more: neither who asked for it nor who gave it. */
export function freezeRecord<Item extends object>(record: Item): Item {
  for (const value of Object.values(record)) Object.freeze(value);
  return Object.freeze(record);
}

/** The next state in the making. It shares with the state before all that no change has touched. */
export interface Draft extends StoreState {
  /** The collection, to be changed in place: a copy, made at the first touch. */
  edit<Name extends keyof StoreState>(name: Name): Map<string, RecordOf<Name>>;
  /** The draft as a state; the state it began with when nothing was touched. */
  finish(): StoreState;
}

type RecordOf<Name extends keyof StoreState> =
  StoreState[Name] extends ReadonlyMap<string, infer Item> ? Item : never;

export function createDraft(base: StoreState): Draft {
  const current = { ...base };
  const copies: { [Name in keyof StoreState]?: Map<string, never> } = {};
  return {
    get keys() {
      return current.keys;
    },
    get users() {
      return current.users;
    },
    get signInTokens() {
      return current.signInTokens;
    },
    get sessions() {
      return current.sessions;
    },
    edit(name) {
      copies[name] ??= current[name] = new Map<string, never>(current[name] as ReadonlyMap<string, never>);
      return copies[name];
    },
    finish() {
      return Object.keys(copies).length === 0 ? base : { ...current };
    },
  };
}
