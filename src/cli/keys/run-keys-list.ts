import type { OwnedKey } from '../../keys/keyring.js';
import type { KeyringOperations } from '../../keys/keyring-operations.js';
import type { StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { requireUser } from '../users/require-user.js';
import { readPages, withKeyring } from '../with-keyring.js';
import { printKeys, printPlainKeys, toJsonKey } from './print-keys.js';

export interface KeysListOptions extends StoreOptions {
  readonly user?: string;
  readonly plain?: boolean;
  readonly json?: boolean;
}

/** `procgen keys list`: the keys of one user, or of all, never a secret. */
export async function runKeysList(options: KeysListOptions, io: Io): Promise<number> {
  const keys = await withKeyring({ ...options, createsStore: false }, io, (keyring) =>
    listKeys(keyring, options.user),
  );
  if (options.json) {
    io.stdout.write(printJson({ version: 1, keys: keys.map(toJsonKey) }));
  } else if (options.plain) io.stdout.write(printPlainKeys(keys));
  else if (keys.length > 0) io.stdout.write(printKeys(keys, new Date()));
  else if (options.user === undefined) {
    io.stderr.write('There are no keys. "procgen keys create" creates one.\n');
  } else io.stderr.write(`${makePrintable(options.user)} has no keys.\n`);
  return EXIT.fine;
}

async function listKeys(
  { apiKeys, allKeys, users }: KeyringOperations,
  userId: string | undefined,
): Promise<readonly OwnedKey[]> {
  if (userId === undefined) return readPages(allKeys.list);
  await requireUser(userId, users);
  return (await apiKeys.list(userId)).map((record) => ({ userId, record }));
}
