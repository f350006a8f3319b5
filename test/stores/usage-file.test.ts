import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { copyStore } from '../../src/stores/copy-store.js';
import { disk } from '../../src/stores/file/file-system.js';
import { openFileStore } from '../../src/stores/file-store.js';
import type { Store } from '../../src/stores/store.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

const { id } = storedKey(1);
const ONE = { id, days: [{ day: 20_000, calls: 1, refusals: 0 }], last: null };

let folder: string;
let path: string;
let counts: string;
let warnings: string[];
beforeEach(() => {
  folder = makeStoreFolder();
  path = join(folder, 'store.json');
  counts = `${path}.usage.json`;
  warnings = [];
});

async function open(): Promise<Store> {
  const store = await openFileStore(path, { onWarn: (message) => warnings.push(message) });
  onTestFinished(() => store.close());
  return store;
}

async function openCounted(): Promise<Store> {
  const store = await open();
  await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
  await store.usage.add([ONE]);
  return store;
}

it('S-08 a change of a key does not write the counts of calls again, nor these the keys', async () => {
  const written: string[] = [];
  const rename: typeof disk.rename = async (from, to) => {
    written.push(String(to));
    await disk.rename(from, to);
  };
  await (await openCounted()).close();
  const store = await openFileStore(path, { disk: { ...disk, rename } });
  onTestFinished(() => store.close());
  written.length = 0;
  await store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
  await store.keys.delete({ id }, NO_AUDIT);
  expect(written).toEqual([path, path]);
  await store.usage.add([{ ...ONE, id: storedKey(2).id }]);
  expect(written).toEqual([path, path, counts]);
  // Only now is what was counted of the deleted key gone from the disk.
  expect(readFileSync(counts, 'utf8')).not.toContain(id);
});

it('K-22 the counts are for the user of the store alone, and refused where others can write them', async () => {
  const store = await openCounted();
  expect(statSync(counts).mode & 0o777).toBe(0o600);
  await store.close();
  chmodSync(counts, 0o622);
  await expect(open()).rejects.toMatchObject({ code: 'INSECURE', message: expect.stringContaining(counts) });
});

it.each([
  ['damaged', (text: string) => text.replace('"counts":"1"', '"counts":"9"')],
  ['cut off', (text: string) => text.slice(0, -9)],
  ['of a newer version', (text: string) => text.replace('"procgenStore":1', '"procgenStore":2')],
  ['no counts at all', () => ''],
])('counts that are %s are told, and begin anew; keys are as they were', async (_, change) => {
  const store = await openCounted();
  await store.close();
  writeFileSync(counts, change(readFileSync(counts, 'utf8')));
  await expect(copyStore(`file:${path}`, 'file:copy.json', { cwd: folder })).rejects.toThrow(counts);
  const again = await open();
  expect(warnings).toEqual([
    expect.stringMatching(/^Call counts start again from zero: .*store\.json\.usage\.json/),
  ]);
  expect(await again.keys.findById(id)).toEqual(storedKey(1));
  expect(await again.usage.find(id)).toBeNull();
  await again.usage.add([ONE]);
  await again.close();
  expect(await (await open()).usage.find(id)).toEqual(ONE);
});

it('a store whose counts are gone starts without a word', async () => {
  await (await openCounted()).close();
  rmSync(counts);
  expect(await (await open()).usage.find(id)).toBeNull();
  expect(warnings).toEqual([]);
});
