import type { Keyring } from '../../keys/keyring.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { type StoreOptions, withKeyring } from '../with-keyring.js';
import { type OwnedKey, printKeys, toJsonKey } from './print-keys.js';

export interface KeysListOptions extends StoreOptions {
  readonly user?: string;
  readonly json?: boolean;
}

/** `procgen keys list`: the keys of one user, or of all, never a secret. */
export async function runKeysList(options: KeysListOptions, io: Io): Promise<number> {
  const keys = await withKeyring(options, io, (keyring) => listKeys(keyring, options.user));
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ version: 1, keys: keys.map(toJsonKey) }, null, 2)}\n`);
  } else if (keys.length === 0) {
    io.stderr.write('There are no keys. "procgen keys create" makes one.\n');
  } else io.stdout.write(printKeys(keys, new Date()));
  return EXIT.fine;
}

async function listKeys(
  { apiKeys, users }: Pick<Keyring, 'apiKeys' | 'users'>,
  only: string | undefined,
): Promise<readonly OwnedKey[]> {
  const owners = only === undefined ? (await users.list()).map((user) => user.id) : [only];
  const keys: OwnedKey[] = [];
  for (const user of owners) {
    for (const record of await apiKeys.list(user)) keys.push({ user, record });
  }
  return keys;
}
