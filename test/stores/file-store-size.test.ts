import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

it('S-08: warns once at 5,000 keys, and refuses the key after the 10,000th, naming PostgreSQL', async () => {
  const path = join(makeStoreFolder(), 'store.json');
  const warnings: string[] = [];
  const store = await openFileStore(path, { onWarn: (message) => warnings.push(message) });
  onTestFinished(() => store.close());

  async function fill(from: number, to: number): Promise<void> {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    await Promise.all(
      numbers.map((number) =>
        store.keys.insert(storedKey(number, { userId: `user ${number}` }), NO_LIMIT, NO_AUDIT),
      ),
    );
  }

  await fill(0, 4_999);
  expect(warnings).toEqual([]);
  await fill(4_999, 5_001);
  expect(warnings).toEqual([expect.stringMatching(/500\d of at most \d+ keys.*PostgreSQL/)]);
  await fill(5_001, 10_000);
  expect(warnings).toHaveLength(1);

  const error = await store.keys.insert(storedKey(10_000), NO_LIMIT, NO_AUDIT).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'FULL', message: expect.stringMatching(/10000 keys.*PostgreSQL/) });
  const oneTooMany = { replaces: storedKey(7).id, maxPerUser: 9 };
  const replacement = storedKey(10_000, { userId: 'user 7' });
  await expect(
    store.keys.replace(replacement, { ...oneTooMany, expiresAt: 9 }, NO_AUDIT),
  ).rejects.toMatchObject({
    code: 'FULL',
  });
  expect(await store.keys.replace(replacement, { ...oneTooMany, expiresAt: null }, NO_AUDIT)).toBe(
    'replaced',
  );
  await store.keys.delete({ userId: 'user 8', id: storedKey(8).id }, NO_AUDIT);
  expect(await store.keys.insert(storedKey(10_001), NO_LIMIT, NO_AUDIT)).toBe('inserted');

  await store.close();
  warnings.length = 0;
  const reopened = await openFileStore(path, { onWarn: (message) => warnings.push(message) });
  onTestFinished(() => reopened.close());
  expect(warnings).toEqual([
    expect.stringMatching(/store\.json holds 10000 of at most 10000 keys.*PostgreSQL/),
  ]);
  expect(await reopened.keys.findByHashes([storedKey(9_999).hash])).toEqual(
    storedKey(9_999, { userId: 'user 9999' }),
  );
  expect(await reopened.keys.listByUser('alice')).toEqual([storedKey(10_001)]);
});
