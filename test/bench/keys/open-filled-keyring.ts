import { mkdirSync, rmSync } from 'node:fs';
import type { Keyring } from '../../../src/keys/keyring.js';
import { openKeyring } from '../../../src/keys/open-keyring.js';
import { openStore } from '../../../src/stores/open-store.js';
import type { StoredUsage } from '../../../src/stores/usage-store.js';
import { WORK_FOLDER } from '../harness/places.js';

/** A folder with a store of keys that nobody has open. */
export interface FilledStore {
  readonly folder: string;
  readonly keys: readonly FilledKey[];
}

export interface FilledKey {
  readonly id: string;
  readonly userId: string;
  readonly secret: string;
}

export interface FilledKeyring extends FilledStore {
  readonly keyring: Keyring;
  /** The store's file. */
  readonly store: string;
  /** Closes it and deletes the folder. */
  close(): Promise<void>;
}

/** The store in a filled folder, as `openKeyring` and `openStore` take it. */
export const STORE = 'file:store.json';

const KEYS_PER_USER = 100;
const DAYS = 30;

/** A store with so many keys of many users, on the disk of the checkout and not on one in memory. */
export async function fillStore(name: string, count: number): Promise<FilledStore> {
  const folder = `${WORK_FOLDER}/keys/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const keyring = await openKeyring({ store: STORE, cwd: folder, maxKeysPerUser: KEYS_PER_USER });
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const userId = `user ${Math.floor(index / KEYS_PER_USER)}`;
      const { secret, record } = await keyring.apiKeys.create({ userId, name: `key ${index}` });
      return { id: record.id, userId, secret };
    }),
  );
  await keyring.close();
  return { folder, keys };
}

/** Gives each key of the store a month of calls. */
export async function addMonth({ folder, keys }: FilledStore): Promise<void> {
  const store = await openStore(STORE, { cwd: folder });
  await store.usage.add(keys.map(({ id }) => describeMonth(id, Date.now())));
  await store.close();
}

/** An open keyring with so many keys, each with a month of calls. */
export async function openFilledKeyring(name: string, count: number): Promise<FilledKeyring> {
  const filled = await fillStore(name, count);
  await addMonth(filled);
  const { folder } = filled;
  const keyring = await openKeyring({ store: STORE, cwd: folder, maxKeysPerUser: KEYS_PER_USER + 1 });
  return {
    ...filled,
    keyring,
    store: `${folder}/store.json`,
    async close() {
      await keyring.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Calls on each of the last days, some of them refused. */
function describeMonth(id: string, now: number): StoredUsage {
  const today = Math.floor(now / 86_400_000);
  const days = Array.from({ length: DAYS }, (_, index) => ({
    day: today - DAYS + 1 + index,
    calls: 12_345 + index,
    refusals: index % 3 === 0 ? 12 : 0,
  }));
  const last = {
    at: now,
    address: '2001:db8:1234:5678:9abc:def0:1234:5678',
    operation: 'items.list',
    status: 200,
  };
  return { id, days, last };
}
