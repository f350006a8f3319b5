import { mkdirSync, rmSync } from 'node:fs';
import type { Keyring } from '../../../src/keys/keyring.js';
import { openKeyring } from '../../../src/keys/open-keyring.js';
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

/** A keyring with so many keys of many users, on the disk of the checkout and not on one in memory. */
export async function openFilledKeyring(name: string, count: number): Promise<FilledKeyring> {
  const folder = `${WORK_FOLDER}/keys/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const keyring = await openKeyring({
    store: 'file:store.json',
    cwd: folder,
    maxKeysPerUser: KEYS_PER_USER + 1,
  });
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const userId = `user ${Math.floor(index / KEYS_PER_USER)}`;
      const { secret } = await keyring.apiKeys.create({ userId, name: `key ${index}` });
      return { userId, secret };
    }),
  );
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
