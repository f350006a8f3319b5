import { describe, expect, it } from 'vitest';
import type { KeyChange, StoredKey } from '../../src/stores/key-store.js';
import type { OpenedStore } from './opened-store.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

const MINUTE_MS = 60_000;

/** What every key store promises. */
export function describeKeyStore(opened: OpenedStore): void {
  describe('with keys', () => {
    it('finds a key by hash and by id, also after a restart', async () => {
      const key = storedKey(1, { scopes: ['read'], expiresAt: 1_800_000_000_000, pepperId: 'p' });
      expect(await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT)).toBe('inserted');
      expect(await opened.store.keys.findByHashes([key.hash])).toEqual(key);
      await opened.reopen();
      expect(await opened.store.keys.findByHashes([key.hash])).toEqual(key);
      expect(await opened.store.keys.findById(key.id)).toEqual(key);
      expect(await opened.store.keys.findByHashes(['0'.repeat(64)])).toBeNull();
      expect(await opened.store.keys.findById('key_unknown')).toBeNull();
    });

    it("lists a user's own keys, the last inserted first, also after uses were recorded and a restart", async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      await opened.store.keys.insert(storedKey(2, { userId: 'bob' }), NO_LIMIT, NO_AUDIT);
      await opened.store.keys.insert(storedKey(3), NO_LIMIT, NO_AUDIT);
      await opened.store.keys.recordUses(new Map([[storedKey(1).id, 5]]));
      await opened.reopen();
      const names = (await opened.store.keys.listByUser('alice')).map((key) => key.name);
      expect(names).toEqual(['key 3', 'key 1']);
      expect(await opened.store.keys.listByUser('nobody')).toEqual([]);
    });

    it('makes the user of a key', async () => {
      await opened.store.keys.insert(storedKey(1, { createdAt: 7 }), NO_LIMIT, NO_AUDIT);
      expect(await opened.store.users.list({ limit: 1_000 })).toEqual([{ id: 'alice', createdAt: 7 }]);
    });

    it('holds the limit of keys a user when they come at once', async () => {
      const inserts = [1, 2, 3, 4, 5].map((n) =>
        opened.store.keys.insert(storedKey(n), { maxPerUser: 3 }, NO_AUDIT),
      );
      expect((await Promise.all(inserts)).filter((outcome) => outcome === 'inserted')).toHaveLength(3);
      expect(await opened.store.keys.listByUser('alice')).toHaveLength(3);
      expect(
        await opened.store.keys.insert(storedKey(9, { userId: 'bob' }), { maxPerUser: 3 }, NO_AUDIT),
      ).toBe('inserted');
    });

    it('refuses a second key with the same id and keeps the first', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const twin = storedKey(1, { hash: 'f'.repeat(64), name: 'twin' });
      await expect(opened.store.keys.insert(twin, NO_LIMIT, NO_AUDIT)).rejects.toThrow();
      expect((await opened.store.keys.findById(twin.id))?.name).toBe('key 1');
    });

    it('S-10 tells who watches of every key that is changed or removed', async () => {
      const keys = [1, 2, 3, 4].map((number) => storedKey(number));
      for (const key of keys) await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      const [disabled, deleted, replaced, other] = keys as [StoredKey, StoredKey, StoredKey, StoredKey];
      const told = new Set<string | null>();
      const stop = opened.store.keys.watch((hash) => told.add(hash));
      await opened.store.keys.update({ id: disabled.id }, { disabled: true }, NO_AUDIT);
      await opened.store.keys.delete({ id: deleted.id }, NO_AUDIT);
      const replacement = { ...NO_LIMIT, replaces: replaced.id, expiresAt: null };
      await opened.store.keys.replace(storedKey(5), replacement, NO_AUDIT);
      expect(told).toEqual(new Set([disabled.hash, deleted.hash, replaced.hash]));
      stop();
      await opened.store.keys.delete({ id: other.id }, NO_AUDIT);
      expect(told).not.toContain(other.hash);
    });

    it('deletes a key for its owner only, once, and for good', async () => {
      const key = storedKey(1);
      await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      expect(await opened.store.keys.delete({ userId: 'bob', id: key.id }, NO_AUDIT)).toBeNull();
      const both = await Promise.all([
        opened.store.keys.delete({ userId: 'alice', id: key.id }, NO_AUDIT),
        opened.store.keys.delete({ userId: 'alice', id: key.id }, NO_AUDIT),
      ]);
      expect(both.filter((deleted) => deleted !== null)).toEqual([key]);
      expect(await opened.store.keys.findByHashes([key.hash])).toBeNull();
      await opened.reopen();
      expect(await opened.store.keys.findById(key.id)).toBeNull();
    });

    it('deletes a key by its id alone', async () => {
      const key = storedKey(1);
      await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      expect(await opened.store.keys.delete({ id: 'key_unknown' }, NO_AUDIT)).toBeNull();
      expect(await opened.store.keys.delete({ id: key.id }, NO_AUDIT)).toEqual(key);
      await opened.reopen();
      expect(await opened.store.keys.findById(key.id)).toBeNull();
    });

    it("lists all users' keys in pages, those of a user together and the newest first", async () => {
      for (const [number, userId] of ['b', 'a', 'b', 'c', 'a', 'b'].entries())
        await opened.store.keys.insert(storedKey(number, { userId }), NO_LIMIT, NO_AUDIT);
      const readNames = async (limit: number) => {
        const names: string[] = [];
        let after: StoredKey | undefined;
        for (;;) {
          const page = await opened.store.keys.list({ after, limit });
          names.push(...page.map(({ name }) => name));
          if (page.length < limit) return names;
          after = page.at(-1);
        }
      };
      const all = ['key 4', 'key 1', 'key 5', 'key 2', 'key 0', 'key 3'];
      for (const limit of [1, 2, 3, 4, 6, 100]) expect(await readNames(limit)).toEqual(all);
    });

    it('goes on with the next page where the last key of the one before is gone', async () => {
      for (const number of [1, 2, 3]) await opened.store.keys.insert(storedKey(number), NO_LIMIT, NO_AUDIT);
      const [, after] = await opened.store.keys.list({ limit: 2 });
      await opened.store.keys.delete({ id: storedKey(2).id }, NO_AUDIT);
      expect(await opened.store.keys.list({ after, limit: 2 })).toEqual([storedKey(1)]);
    });

    it('changes what is named of a key, for its owner only, also after a restart', async () => {
      const key = storedKey(1, { expiresAt: 500 });
      const update = (change: KeyChange, userId?: string) =>
        opened.store.keys.update({ id: key.id, userId }, change, NO_AUDIT);
      await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      expect(await update({ disabled: true }, 'bob')).toBeNull();
      expect(await opened.store.keys.update({ id: 'key_unknown' }, { disabled: true }, NO_AUDIT)).toBeNull();
      expect(await opened.store.keys.findById(key.id)).toEqual(key);
      expect(await update({ disabled: true }, 'alice')).toEqual({ ...key, disabled: true });
      expect(await opened.store.keys.findByHashes([key.hash])).toEqual({ ...key, disabled: true });
      expect(await update({ name: 'new', expiresAt: null })).toMatchObject({ name: 'new', expiresAt: null });
      await opened.reopen();
      const changed = { ...key, name: 'new', expiresAt: null, disabled: true };
      expect(await opened.store.keys.findByHashes([key.hash])).toEqual(changed);
      expect(await update({ expiresAt: 900, disabled: false })).toEqual({
        ...changed,
        expiresAt: 900,
        disabled: false,
      });
    });

    it('changes and makes nothing with a key that is disabled by then', async () => {
      const [parent, key] = [storedKey(1), storedKey(2)];
      for (const each of [parent, key]) await opened.store.keys.insert(each, NO_LIMIT, NO_AUDIT);
      const update = (change: KeyChange) => opened.store.keys.update({ id: key.id }, change, NO_AUDIT);
      expect(await update({ name: 'first', parentKeyId: parent.id })).toMatchObject({ name: 'first' });
      await opened.store.keys.update({ id: parent.id }, { disabled: true }, NO_AUDIT);
      expect(await update({ name: 'second', parentKeyId: parent.id })).toBe('orphan');
      const terms = { ...NO_LIMIT, parentKeyId: parent.id };
      expect(await opened.store.keys.insert(storedKey(3), terms, NO_AUDIT)).toBe('orphan');
      expect(await opened.store.keys.findById(key.id)).toEqual({ ...key, name: 'first' });
    });

    it('K-09 gives no key a longer life than the key that authorizes it has by then', async () => {
      const { keys } = opened.store;
      const parent = storedKey(5, { expiresAt: 500 });
      // Keys before and after the parent in the order of their ids, which is that of locks.
      const others = [storedKey(1, { disabled: true }), storedKey(9, { disabled: true })];
      for (const key of [parent, ...others]) await keys.insert(key, NO_LIMIT, NO_AUDIT);
      const terms = { ...NO_LIMIT, parentKeyId: parent.id };
      for (const expiresAt of [501, null]) {
        expect(await keys.insert(storedKey(2, { expiresAt }), terms, NO_AUDIT)).toBe('orphan');
        for (const { id } of [...others, parent]) {
          const replacement = { ...terms, replaces: id, expiresAt: 400 };
          expect(await keys.replace(storedKey(2, { expiresAt }), replacement, NO_AUDIT)).toBe('orphan');
          expect(await keys.update({ id }, { expiresAt, parentKeyId: parent.id }, NO_AUDIT)).toBe('orphan');
        }
      }
      for (const { id } of others)
        expect(await keys.update({ id }, { disabled: false, parentKeyId: parent.id }, NO_AUDIT)).toBe(
          'orphan',
        );
      expect(await keys.listByUser('alice')).toEqual([parent, ...others].reverse());
      expect(await keys.insert(storedKey(2, { expiresAt: 500 }), terms, NO_AUDIT)).toBe('inserted');
      for (const { id } of others) {
        const change = { name: 'new', disabled: true, parentKeyId: parent.id };
        expect(await keys.update({ id }, change, NO_AUDIT)).toMatchObject({ name: 'new', expiresAt: null });
        const shorter = { expiresAt: 500, disabled: false, parentKeyId: parent.id };
        expect(await keys.update({ id }, shorter, NO_AUDIT)).toMatchObject({
          expiresAt: 500,
          disabled: false,
        });
      }
    });

    it('lets two keys change each other, also many times at once', async () => {
      const [one, other] = [storedKey(1), storedKey(2)];
      for (const key of [one, other]) await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      const update = ({ id }: StoredKey, parent: StoredKey, name: string) =>
        opened.store.keys.update({ id }, { name, parentKeyId: parent.id }, NO_AUDIT);
      for (let round = 0; round < 30; round++) {
        const changes = [update(one, other, `one ${round}`), update(other, one, `other ${round}`)];
        expect(await Promise.all(changes)).toMatchObject([
          { name: `one ${round}` },
          { name: `other ${round}` },
        ]);
      }
      const replace = (key: StoredKey, replaces: StoredKey, parent: StoredKey) =>
        opened.store.keys.replace(
          key,
          { replaces: replaces.id, expiresAt: 1, ...NO_LIMIT, parentKeyId: parent.id },
          NO_AUDIT,
        );
      const replaced = [replace(storedKey(3), one, other), update(other, one, 'last')];
      expect(await Promise.all(replaced)).toMatchObject(['replaced', { name: 'last' }]);
    });

    it('lets a key change itself, also many times at once', async () => {
      const { id } = storedKey(1);
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const names = Array.from({ length: 20 }, (_, number) => `name ${number}`);
      const changed = await Promise.all(
        names.map((name) => opened.store.keys.update({ id }, { name, parentKeyId: id }, NO_AUDIT)),
      );
      expect(changed).toEqual(names.map((name) => storedKey(1, { name })));
    });

    it('asks for audit entries once something changes, and says what', async () => {
      const outcomes: unknown[] = [];
      const audit = (outcome?: unknown) => {
        outcomes.push(outcome);
        return [];
      };
      const { keys } = opened.store;
      const replace = (key: StoredKey, replaces: string) =>
        keys.replace(key, { replaces, expiresAt: null, ...NO_LIMIT }, audit);
      await keys.insert(storedKey(1), { maxPerUser: 0 }, audit);
      await keys.insert(storedKey(1), { ...NO_LIMIT, parentKeyId: 'key_gone' }, audit);
      await keys.delete({ id: storedKey(1).id }, audit);
      await replace(storedKey(1), 'key_gone');
      expect(outcomes).toEqual([]);
      await keys.insert(storedKey(1), NO_LIMIT, audit);
      await keys.insert(storedKey(2), NO_LIMIT, audit);
      await replace(storedKey(3), storedKey(2).id);
      for (const disabled of [false, true, true])
        await keys.update({ id: storedKey(3).id }, { disabled }, audit);
      await keys.delete({ id: storedKey(1).id }, audit);
      expect(outcomes).toEqual([
        { isNewUser: true },
        { isNewUser: false },
        undefined,
        { before: storedKey(3), after: storedKey(3, { disabled: true }) },
        storedKey(1),
      ]);
    });

    it('adds a key in place of another that works on for a while, also after a restart', async () => {
      const [old, added] = [storedKey(1, { expiresAt: 500 }), storedKey(2)];
      await opened.store.keys.insert(old, NO_LIMIT, NO_AUDIT);
      const replaceAt = (key: StoredKey, expiresAt: number | null) =>
        opened.store.keys.replace(key, { replaces: old.id, expiresAt, ...NO_LIMIT }, NO_AUDIT);
      expect(await replaceAt(added, 400)).toBe('replaced');
      await opened.reopen();
      expect(await opened.store.keys.findById(old.id)).toEqual({ ...old, expiresAt: 400 });
      expect(await opened.store.keys.findByHashes([added.hash])).toEqual(added);
      // The end only ever comes nearer.
      expect(await replaceAt(storedKey(3), 450)).toBe('replaced');
      expect((await opened.store.keys.findById(old.id))?.expiresAt).toBe(400);
      expect(await replaceAt(storedKey(4), null)).toBe('replaced');
      await opened.reopen();
      expect(await opened.store.keys.findById(old.id)).toBeNull();
      expect(await opened.store.keys.findByHashes([old.hash])).toBeNull();
      expect((await opened.store.keys.listByUser('alice')).map(({ name }) => name)).toEqual([
        'key 4',
        'key 3',
        'key 2',
      ]);
    });

    it('adds no key in place of one that is gone or of another user', async () => {
      await opened.store.keys.insert(storedKey(1, { userId: 'bob' }), NO_LIMIT, NO_AUDIT);
      for (const replaces of [storedKey(1).id, 'key_unknown'])
        expect(
          await opened.store.keys.replace(storedKey(2), { replaces, expiresAt: null, ...NO_LIMIT }, NO_AUDIT),
        ).toBe('unknown');
      expect(await opened.store.keys.findById(storedKey(1).id)).toEqual(storedKey(1, { userId: 'bob' }));
      expect(await opened.store.keys.findById(storedKey(2).id)).toBeNull();
    });

    it('counts a key and the one in its place as two until one is removed', async () => {
      const old = storedKey(1);
      await opened.store.keys.insert(old, NO_LIMIT, NO_AUDIT);
      const limits = { replaces: old.id, maxPerUser: 1 };
      expect(await opened.store.keys.replace(storedKey(2), { ...limits, expiresAt: 9 }, NO_AUDIT)).toBe(
        'full',
      );
      expect(await opened.store.keys.findById(old.id)).toEqual(old);
      expect(await opened.store.keys.replace(storedKey(2), { ...limits, expiresAt: null }, NO_AUDIT)).toBe(
        'replaced',
      );
      expect(await opened.store.keys.listByUser('alice')).toEqual([storedKey(2)]);
    });

    it('gives one of several replacements that remove the same key', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const outcomes = await Promise.all(
        [2, 3, 4].map((n) =>
          opened.store.keys.replace(
            storedKey(n),
            {
              replaces: storedKey(1).id,
              expiresAt: null,
              ...NO_LIMIT,
            },
            NO_AUDIT,
          ),
        ),
      );
      expect(outcomes.sort()).toEqual(['replaced', 'unknown', 'unknown']);
      expect(await opened.store.keys.listByUser('alice')).toHaveLength(1);
    });

    it('adds no key that was made with one that is gone by then, and leaves the one it was to replace as it was', async () => {
      const [parent, old] = [storedKey(1), storedKey(2, { expiresAt: 500 })];
      for (const key of [parent, old]) await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      const terms = { ...NO_LIMIT, parentKeyId: parent.id };
      expect(await opened.store.keys.insert(storedKey(3), terms, NO_AUDIT)).toBe('inserted');
      await opened.store.keys.delete({ userId: 'alice', id: parent.id }, NO_AUDIT);
      const outcomes = await Promise.all([
        opened.store.keys.insert(storedKey(4), terms, NO_AUDIT),
        opened.store.keys.replace(storedKey(5), { replaces: old.id, expiresAt: 400, ...terms }, NO_AUDIT),
        opened.store.keys.replace(storedKey(6), { replaces: old.id, expiresAt: null, ...terms }, NO_AUDIT),
      ]);
      expect(outcomes).toEqual(['orphan', 'orphan', 'orphan']);
      await opened.reopen();
      expect(await opened.store.keys.listByUser('alice')).toEqual([storedKey(3), old]);
    });

    it('adds a key or calls it an orphan while the key that it is made with is deleted, and nothing between', async () => {
      const parent = storedKey(1);
      await opened.store.keys.insert(parent, NO_LIMIT, NO_AUDIT);
      const keys = Array.from({ length: 20 }, (_, number) => storedKey(2 + number));
      const insert = (key: StoredKey) =>
        opened.store.keys.insert(key, { ...NO_LIMIT, parentKeyId: parent.id }, NO_AUDIT);
      const [early, , late] = await Promise.all([
        Promise.all(keys.slice(0, 10).map(insert)),
        opened.store.keys.delete({ userId: 'alice', id: parent.id }, NO_AUDIT),
        Promise.all(keys.slice(10).map(insert)),
      ]);
      const outcomes = [...early, ...late];
      const inserted = keys.filter((_, index) => outcomes[index] === 'inserted');
      expect(outcomes.filter((outcome) => outcome === 'orphan')).toHaveLength(20 - inserted.length);
      const found = await opened.store.keys.listByUser('alice');
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(inserted.map(({ id }) => id)));
    });

    it('gives a key the place of the one that asks for it', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const terms = { replaces: storedKey(1).id, expiresAt: null, ...NO_LIMIT, parentKeyId: storedKey(1).id };
      expect(await opened.store.keys.replace(storedKey(2), terms, NO_AUDIT)).toBe('replaced');
    });

    it('tells which peppers keys were hashed with', async () => {
      const peppers = [null, 'a', 'b', 'a'];
      for (const [number, pepperId] of peppers.entries())
        await opened.store.keys.insert(storedKey(number, { pepperId }), NO_LIMIT, NO_AUDIT);
      await opened.reopen();
      expect(await opened.store.keys.listPeppers()).toEqual(new Set([null, 'a', 'b']));
      await opened.store.keys.delete({ userId: 'alice', id: storedKey(2).id }, NO_AUDIT);
      expect(await opened.store.keys.listPeppers()).toEqual(new Set([null, 'a']));
    });

    it('finds the key that has one of several hashes', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const [known, unknown] = [storedKey(1).hash, '0'.repeat(64)];
      for (const hashes of [[known], [unknown, known], [known, unknown]])
        expect(await opened.store.keys.findByHashes(hashes)).toEqual(storedKey(1));
      expect(await opened.store.keys.findByHashes([unknown, 'f'.repeat(64)])).toBeNull();
      expect(await opened.store.keys.findByHashes([])).toBeNull();
    });

    it('never sets the time of use back, in whatever order uses arrive', async () => {
      const { id } = storedKey(1);
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const record = (at: number) => opened.store.keys.recordUses(new Map([[id, at]]));
      await Promise.all([record(7 * MINUTE_MS), record(42 * MINUTE_MS), record(9 * MINUTE_MS)]);
      await record(41 * MINUTE_MS);
      await opened.reopen();
      expect((await opened.store.keys.findById(id))?.lastUsedAt).toBe(42 * MINUTE_MS);
    });

    it('records uses and ignores those of keys that are gone', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      await opened.store.keys.recordUses(
        new Map([
          [storedKey(1).id, 42],
          ['key_gone', 43],
        ]),
      );
      await opened.reopen();
      expect((await opened.store.keys.findById(storedKey(1).id))?.lastUsedAt).toBe(42);
      expect(await opened.store.keys.findById('key_gone')).toBeNull();
    });

    it('refuses a second key with the same hash, however it comes, and keeps the first', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const twin = storedKey(2, { hash: storedKey(1).hash });
      await expect(opened.store.keys.insert(twin, NO_LIMIT, NO_AUDIT)).rejects.toThrow();
      for (const [key, expiresAt] of [
        [twin, 9],
        [twin, null],
        [storedKey(1, { hash: 'f'.repeat(64) }), 9],
      ] as const)
        await expect(
          opened.store.keys.replace(key, { replaces: storedKey(1).id, expiresAt, ...NO_LIMIT }, NO_AUDIT),
        ).rejects.toThrow();
      await opened.reopen();
      expect(await opened.store.keys.listByUser('alice')).toEqual([storedKey(1)]);
    });

    it('gives the id and the hash of a deleted key away again', async () => {
      const key = storedKey(1);
      await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      await opened.store.keys.delete({ userId: 'alice', id: key.id }, NO_AUDIT);
      expect(await opened.store.keys.insert({ ...key, userId: 'bob' }, NO_LIMIT, NO_AUDIT)).toBe('inserted');
      expect(await opened.store.keys.findByHashes([key.hash])).toEqual({ ...key, userId: 'bob' });
    });

    it('makes no user for a key that the limit refuses', async () => {
      expect(await opened.store.keys.insert(storedKey(1), { maxPerUser: 0 }, NO_AUDIT)).toBe('full');
      expect(await opened.store.users.list({ limit: 1_000 })).toEqual([]);
    });

    it('has room for a key again once one is deleted', async () => {
      const limits = { maxPerUser: 1 };
      await opened.store.keys.insert(storedKey(1), limits, NO_AUDIT);
      expect(await opened.store.keys.insert(storedKey(2), limits, NO_AUDIT)).toBe('full');
      await opened.store.keys.delete({ userId: 'alice', id: storedKey(1).id }, NO_AUDIT);
      expect(await opened.store.keys.insert(storedKey(2), limits, NO_AUDIT)).toBe('inserted');
    });

    it('gives back what it got, whatever is in it', async () => {
      const odd = ['__proto__', 'constructor', `"'\\ \n\t\u2028 é 👩‍👩‍👧 ${'ﷺ'.repeat(100)}`, ' '];
      const keys = odd.map((text, index) =>
        storedKey(index, {
          userId: text,
          name: text,
          scopes: [text, 'a'],
          expiresAt: Number.MAX_SAFE_INTEGER,
        }),
      );
      for (const key of keys) await opened.store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      await opened.reopen();
      for (const key of keys) expect(await opened.store.keys.listByUser(key.userId)).toEqual([key]);
      expect((await opened.store.users.list({ limit: 1_000 })).map(({ id }) => id)).toEqual(odd);
    });

    it('keeps what it has, whatever becomes of the objects that went in and came out', async () => {
      const [given, original] = [storedKey(1, { scopes: ['read'] }), storedKey(1, { scopes: ['read'] })];
      await opened.store.keys.insert(given, NO_LIMIT, NO_AUDIT);
      tamper(given);
      tamper(await opened.store.keys.findById(original.id));
      tamper(await opened.store.keys.findByHashes([original.hash]));
      for (const key of await opened.store.keys.listByUser('alice')) tamper(key);
      expect(await opened.store.keys.findById(original.id)).toEqual(original);
      await opened.reopen();
      tamper(await opened.store.keys.findById(original.id));
      expect(await opened.store.keys.findByHashes([original.hash])).toEqual(original);
    });

    it('does all of many changes that come at once, each once', async () => {
      const numbers = Array.from({ length: 60 }, (_, number) => number);
      await Promise.all(
        numbers.map((number) => opened.store.keys.insert(storedKey(number), NO_LIMIT, NO_AUDIT)),
      );
      await Promise.all(
        numbers.map((number) => {
          const { id } = storedKey(number);
          if (number % 3 === 0) return opened.store.keys.delete({ userId: 'alice', id }, NO_AUDIT);
          if (number % 3 === 1) return opened.store.keys.recordUses(new Map([[id, number]]));
          const replacement = { replaces: id, expiresAt: 5, ...NO_LIMIT };
          return opened.store.keys.replace(storedKey(100 + number), replacement, NO_AUDIT);
        }),
      );
      await opened.reopen();
      const found = new Map((await opened.store.keys.listByUser('alice')).map((key) => [key.id, key]));
      const expected = numbers.flatMap((number) => {
        if (number % 3 === 0) return [];
        if (number % 3 === 1) return [storedKey(number, { lastUsedAt: number })];
        return [storedKey(number, { expiresAt: 5 }), storedKey(100 + number)];
      });
      expect(found).toEqual(new Map(expected.map((key) => [key.id, key])));
    });
  });
}

/** Tries to change what cannot be changed; a store may freeze what it hands out. */
function tamper(key: StoredKey | null): void {
  const loose = key as unknown as { name: string; scopes: string[] };
  for (const change of [() => loose.scopes.push('admin'), () => (loose.name = 'changed')])
    try {
      change();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
}
