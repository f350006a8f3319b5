import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMemoryStore, type Memory } from '../../src/stores/memory-store.js';
import { EMPTY_STATE } from '../../src/stores/state/store-state.js';
import { describeStoreDriver } from './describe-store-driver.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

describeStoreDriver('memory', () => {
  const memory: Memory = { state: EMPTY_STATE };
  return async () => createMemoryStore({ memory });
});

it('Two stores in memory share nothing, and write nothing', async () => {
  const before = readdirSync('.');
  const [first, second] = [createMemoryStore(), createMemoryStore()];
  await first.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
  expect(await first.keys.findById(storedKey(1).id)).toEqual(storedKey(1));
  expect(await second.keys.findById(storedKey(1).id)).toBeNull();
  await Promise.all([first.close(), second.close()]);
  expect(readdirSync('.')).toEqual(before);
});
