import { mkdirSync, rmSync } from 'node:fs';
import type { Keyring } from '../../../src/keys/keyring.js';
import { openKeyring } from '../../../src/keys/open-keyring.js';
import { openStore } from '../../../src/stores/open-store.js';
import type { StoredUsage } from '../../../src/stores/usage-store.js';
import { WORK_FOLDER } from '../harness/places.js';

export interface FilledKeyring {
  readonly keyring: Keyring;
  readonly folder: string;
  /** The store's file. */
  readonly store: string;
  readonly keys: readonly FilledKey[];
  /** Closes it and deletes the folder. */
  close(): Promise<void>;
}

export interface FilledKey {
  readonly userId: string;
  readonly secret: string;
}

const KEYS_PER_USER = 100;
const DAYS = 30;

/** A keyring with so many keys of many users, each with a month of calls, on the disk of the checkout and not on one in memory. */
export async function openFilledKeyring(name: string, count: number): Promise<FilledKeyring> {
  const folder = `${WORK_FOLDER}/keys/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = { store: 'file:store.json', cwd: folder, maxKeysPerUser: KEYS_PER_USER + 1 };
  const empty = await openKeyring(options);
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const userId = `user ${Math.floor(index / KEYS_PER_USER)}`;
      const { secret, record } = await empty.apiKeys.create({ userId, name: `key ${index}` });
      return { id: record.id, userId, secret };
    }),
  );
  await empty.close();
  const store = await openStore(options.store, { cwd: folder });
  await store.usage.add(keys.map(({ id }) => describeMonth(id, Date.now())));
  await store.close();
  const keyring = await openKeyring(options);
  return {
    keyring,
    folder,
    store: `${folder}/store.json`,
    keys,
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
