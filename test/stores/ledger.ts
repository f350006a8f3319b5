import { isDeepStrictEqual } from 'node:util';
import type { StoredKey } from '../../src/stores/key-store.js';
import type { StoredSession } from '../../src/stores/session-store.js';
import type { StoreRecords } from '../../src/stores/state/store-state.js';
import type { StoredSignInToken, StoredUser } from '../../src/stores/user-store.js';

/** One change of a store, as `change-store.mjs` announces it. */
export type StoreChange =
  | { readonly kind: 'insert'; readonly key: StoredKey }
  | {
      readonly kind: 'replace';
      readonly key: StoredKey;
      readonly replaces: string;
      readonly expiresAt: number | null;
    }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'use'; readonly id: string; readonly at: number }
  | { readonly kind: 'add user'; readonly user: StoredUser }
  | { readonly kind: 'add session'; readonly session: StoredSession }
  | { readonly kind: 'end session'; readonly hash: string }
  | { readonly kind: 'add token'; readonly token: StoredSignInToken }
  | { readonly kind: 'take token'; readonly hash: string };

/** What a worker has in the store, each thing by its kind and identity. */
type Holdings = ReadonlyMap<string, object>;

interface Account {
  /** What it has for sure: it was told so. */
  sure: Holdings;
  /** What it has if the change came about that was announced and not acknowledged. */
  pending: Holdings | null;
  /** The actor of that change's audit entry; null when it has none. */
  entry: string | null;
}

/**
 * What workers were told of the store, held against what the store says. Each worker makes one change after the other,
 * and everything of a worker belongs to a user whose id is the worker's name, or begins with it and a slash.
 */
export class Ledger {
  acknowledged = 0;
  rejected = 0;
  readonly #accounts = new Map<string, Account>();
  /** The actors of the audit entries of all changes that came about. */
  readonly #entries = new Set<string>();

  announce(worker: string, change: StoreChange, entry: string | null): void {
    const account = this.#account(worker);
    account.pending = applyChange(account.sure, change);
    account.entry = entry;
  }

  acknowledge(worker: string): void {
    const account = this.#account(worker);
    if (account.pending === null) throw new Error(`${worker} acknowledged what it had not announced.`);
    account.sure = account.pending;
    this.#settle(account, true);
    this.acknowledged++;
  }

  /** The store says that the change did not come about: it may not show later. */
  reject(worker: string): void {
    this.#settle(this.#account(worker), false);
    this.rejected++;
  }

  /**
   * What the store has lost, taken back, torn in two or made up; nothing when all is well. What it has is taken for
   * sure from then on: a change that came about may not go away later.
   */
  audit(records: StoreRecords): string[] {
    const found = sortByWorker(records);
    const faults: string[] = [];
    for (const worker of new Set([...found.keys(), ...this.#accounts.keys()])) {
      const account = this.#account(worker);
      const holdings = found.get(worker) ?? new Map();
      const isKnown = [account.sure, account.pending].some((known) => isDeepStrictEqual(known, holdings));
      if (!isKnown) faults.push(...describeFaults(worker, account.sure, holdings));
      this.#settle(account, account.pending !== null && isDeepStrictEqual(account.pending, holdings));
      account.sure = holdings;
    }
    return faults;
  }

  /** The entries that the audit log lacks, has twice or made up, once each process has ended and the store was opened. */
  auditLog(actors: readonly string[]): string[] {
    const found = new Set(actors);
    return [
      ...[...this.#entries].filter((entry) => !found.has(entry)).map((entry) => `not noted: ${entry}`),
      ...actors.filter((actor) => !this.#entries.has(actor)).map((actor) => `did not happen: ${actor}`),
      ...actors.filter((actor, at) => actors.indexOf(actor) !== at).map((actor) => `noted twice: ${actor}`),
    ];
  }

  #settle(account: Account, isMade: boolean): void {
    if (isMade && account.entry !== null) this.#entries.add(account.entry);
    account.pending = null;
    account.entry = null;
  }

  #account(worker: string): Account {
    let account = this.#accounts.get(worker);
    if (account === undefined) {
      account = { sure: new Map(), pending: null, entry: null };
      this.#accounts.set(worker, account);
    }
    return account;
  }
}

function applyChange(before: Holdings, change: StoreChange): Holdings {
  const after = new Map(before);
  const ensureUser = ({ userId, createdAt }: { userId: string; createdAt: number }) => {
    if (!after.has(`user ${userId}`)) after.set(`user ${userId}`, { id: userId, createdAt });
  };
  const alterKey = (id: string, alter: (key: StoredKey) => Partial<StoredKey>) => {
    const key = after.get(`key ${id}`) as StoredKey;
    after.set(`key ${id}`, { ...key, ...alter(key) });
  };
  switch (change.kind) {
    case 'insert':
      ensureUser(change.key);
      after.set(`key ${change.key.id}`, change.key);
      break;
    case 'replace': {
      const { replaces, expiresAt, key } = change;
      if (expiresAt === null) after.delete(`key ${replaces}`);
      else alterKey(replaces, (old) => ({ expiresAt: Math.min(expiresAt, old.expiresAt ?? expiresAt) }));
      after.set(`key ${key.id}`, key);
      break;
    }
    case 'delete':
      after.delete(`key ${change.id}`);
      break;
    case 'use':
      alterKey(change.id, ({ lastUsedAt }) => ({ lastUsedAt: Math.max(change.at, lastUsedAt ?? 0) }));
      break;
    case 'add user':
      after.set(`user ${change.user.id}`, change.user);
      break;
    case 'add session':
      after.set(`session ${change.session.hash}`, change.session);
      break;
    case 'end session':
      after.delete(`session ${change.hash}`);
      break;
    case 'add token':
      ensureUser(change.token);
      after.set(`token ${change.token.hash}`, change.token);
      break;
    case 'take token':
      after.delete(`token ${change.hash}`);
  }
  return after;
}

function sortByWorker(records: StoreRecords): Map<string, Map<string, object>> {
  const found = new Map<string, Map<string, object>>();
  const add = (userId: string, name: string, record: object) => {
    const worker = userId.split('/')[0] ?? '';
    const holdings = found.get(worker) ?? new Map<string, object>();
    found.set(worker, holdings.set(name, record));
  };
  for (const key of records.keys.values()) add(key.userId, `key ${key.id}`, key);
  for (const user of records.users.values()) add(user.id, `user ${user.id}`, user);
  for (const session of records.sessions.values()) add(session.userId, `session ${session.hash}`, session);
  for (const token of records.signInTokens.values()) add(token.userId, `token ${token.hash}`, token);
  return found;
}

function describeFaults(worker: string, sure: Holdings, found: Holdings): string[] {
  const faults = [`${worker} has neither what it was told nor what it had asked for`];
  for (const name of sure.keys()) if (!found.has(name)) faults.push(`lost: ${name}`);
  for (const [name, record] of found) {
    if (!sure.has(name)) faults.push(`undone or made up: ${name}`);
    else if (!isDeepStrictEqual(sure.get(name), record)) faults.push(`changed: ${name}`);
  }
  return faults;
}
