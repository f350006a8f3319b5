import { changeKey, grantedExpiry, mayGrant } from '../change-key.js';
import type { InsertOptions, KeyStore, StoredKey } from '../key-store.js';
import { BOOKKEEPING_MS, type Database, type Query, Rollback } from './database.js';
import { idOf } from './postgres-answers.js';
import { lockUser } from './postgres-users.js';
import { ANSWERS, AUDIT, KEYS, USAGE, USERS } from './statements.js';

/** Tracks key changes in this process and others. */
export interface KeyChanges {
  readonly find: KeyStore['findByHashes'];
  readonly watch: KeyStore['watch'];
  /** Called after a key change is committed, before it is reported to the caller. */
  noteChange(hash: string): void;
}

export function createPostgresKeyStore({ query, transact }: Database, changes: KeyChanges): KeyStore {
  return {
    insert(key, options, audit) {
      return transact(async (query) => {
        const { isNew } = await lockUser(query, { id: key.userId, createdAt: key.createdAt });
        await assertParentKey(query, options, key.expiresAt);
        await assertKeyLimit(query, key, options);
        await query(KEYS.insert, [JSON.stringify([key])]);
        await recordCreated(query, key, options);
        await query(AUDIT.insert, [JSON.stringify(audit({ isNewUser: isNew }))]);
        return 'inserted' as const;
      });
    },
    async replace(key, replacement, audit) {
      const { replaces, expiresAt } = replacement;
      let replacedHash = '';
      const outcome = await transact(async (query) => {
        await query(USERS.lock, [key.userId]);
        const old = await lockKey(query, { id: replaces, userId: key.userId }, replacement);
        await assertParentKey(query, replacement, key.expiresAt);
        if (old === null) throw new Rollback('unknown');
        if (expiresAt !== null) await assertKeyLimit(query, key, replacement);
        // Inserted before the old key is deleted, so that the new one cannot reuse its id or hash.
        await query(KEYS.insert, [JSON.stringify([key])]);
        if (expiresAt === null) {
          await query(KEYS.delete, [replaces, key.userId]);
          await query(USAGE.delete, [replaces]);
        } else await query(KEYS.shorten, [replaces, expiresAt]);
        await query(KEYS.noteChange, [Buffer.from(old.hash, 'hex')]);
        await recordCreated(query, key, replacement);
        replacedHash = old.hash;
        await query(AUDIT.insert, [JSON.stringify(audit())]);
        return 'replaced' as const;
      });
      if (outcome === 'replaced') changes.noteChange(replacedHash);
      return outcome;
    },
    findByHashes: changes.find,
    watch: changes.watch,
    async findById(id) {
      const [key = null] = await query(KEYS.findById, [id]);
      return key;
    },
    listByUser: (userId) => query(KEYS.listByUser, [userId]),
    list({ after = BEFORE_ALL, limit }) {
      return query(KEYS.list, [after.userId, after.createdAt, after.id, limit]);
    },
    async update({ id, userId = null }, change, audit) {
      let changedHash = '';
      const outcome = await transact<StoredKey | 'orphan' | null>(async (query) => {
        const before = await lockKey(query, { id, userId }, change);
        if (before === null) return null;
        const after = changeKey(before, change);
        await assertParentKey(query, change, grantedExpiry(after, change));
        if (after === before) return after;
        const { name, expiresAt, disabled } = after;
        await query(KEYS.update, [id, name, expiresAt, disabled]);
        await query(KEYS.noteChange, [Buffer.from(after.hash, 'hex')]);
        await query(AUDIT.insert, [JSON.stringify(audit({ before, after }))]);
        changedHash = after.hash;
        return after;
      });
      if (changedHash !== '') changes.noteChange(changedHash);
      return outcome;
    },
    async delete({ id, userId = null }, audit) {
      const deleted = await transact(async (query) => {
        const [key = null] = await query(KEYS.delete, [id, userId]);
        if (key === null) return null;
        await query(USAGE.delete, [id]);
        await query(KEYS.noteChange, [Buffer.from(key.hash, 'hex')]);
        await query(AUDIT.insert, [JSON.stringify(audit(key))]);
        return key as StoredKey;
      });
      if (deleted !== null) changes.noteChange(deleted.hash);
      return deleted;
    },
    async listPeppers() {
      return new Set((await query(KEYS.listPeppers)).map(({ id }) => id));
    },
    async recordUses(uses) {
      for (const times of listTimes(uses, 'id'))
        await transact((query) => query(KEYS.recordUses, [times]), { statementMs: BOOKKEEPING_MS });
    },
  };
}

/** A position before all keys. */
const BEFORE_ALL = { userId: '', createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** Locks the parent key for sharing, so that it does not change before the end of the transaction. */
async function assertParentKey(
  query: Query,
  { parentKeyId }: Pick<InsertOptions, 'parentKeyId'>,
  granted: number | null | undefined,
): Promise<void> {
  if (parentKeyId === undefined) return;
  const [parent] = await query(KEYS.lockParent, [parentKeyId]);
  if (!mayGrant(parent, granted)) throw new Rollback('orphan');
}

/**
 * Locks the key to change, which `assertParentKey` follows. A parent key with a lower id is locked before it, so that
 * two keys that change each other cannot deadlock. A key that changes itself is locked exclusively first: two
 * transactions with a shared lock could not both upgrade it.
 */
async function lockKey(
  query: Query,
  { id, userId }: { readonly id: string; readonly userId: string | null },
  { parentKeyId }: Pick<InsertOptions, 'parentKeyId'>,
): Promise<StoredKey | null> {
  if (parentKeyId !== undefined && parentKeyId < id) await query(KEYS.lockParent, [parentKeyId]);
  const [key = null] = await query(KEYS.lock, [id, userId]);
  return key;
}

/** Requires that the user is locked, so that no other transaction adds a key meanwhile. */
async function assertKeyLimit(
  query: Query,
  { userId }: StoredKey,
  { maxPerUser }: InsertOptions,
): Promise<void> {
  const [{ count }] = await query(KEYS.count, [userId]);
  if (count >= maxPerUser) throw new Rollback('full');
}

async function recordCreated(query: Query, { id }: StoredKey, { claimed }: InsertOptions): Promise<void> {
  if (claimed !== undefined) await query(ANSWERS.recordCreated, [idOf(claimed), id]);
}

const TIMES_PER_STATEMENT = 1_000;

/** Splits the times into JSON lists of `{ [name], at }` records, each short enough for a fast statement. */
export function listTimes(times: ReadonlyMap<string, number>, name: 'id' | 'hash'): string[] {
  const records = Array.from(times, ([value, at]) => ({ [name]: value, at }));
  const texts: string[] = [];
  for (let start = 0; start < records.length; start += TIMES_PER_STATEMENT)
    texts.push(JSON.stringify(records.slice(start, start + TIMES_PER_STATEMENT)));
  return texts;
}
