import type { OwnedKey } from '../../keys/keyring.js';
import type { KeyringOperations } from '../../keys/keyring-operations.js';
import type { StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { withKeyring } from '../with-keyring.js';
import { toJsonKey } from './print-keys.js';
import { refuseSecret, refuseUnknownKey } from './refuse-key.js';

export interface KeysRevokeOptions extends StoreOptions {
  readonly user?: string;
  readonly plain?: boolean;
  readonly json?: boolean;
}

/** `procgen keys revoke <id>`: deletes a key, which stops working immediately. */
export async function runKeysRevoke(id: string, options: KeysRevokeOptions, io: Io): Promise<number> {
  refuseSecret(id);
  const deleted = await withKeyring({ ...options, createsStore: false }, io, (keyring) =>
    deleteKey(keyring, id, options.user),
  );
  if (!deleted) refuseUnknownKey(id, options.user);
  const { userId, record } = deleted;
  if (options.json) io.stdout.write(printJson(toJsonKey(deleted)));
  if (options.plain) io.stdout.write(`${makePrintable(record.id)}\n`);
  io.stderr.write(`${makePrintable(`Revoked ${record.id} ("${record.name}") of ${userId}.`)}\n`);
  return EXIT.fine;
}

async function deleteKey(
  { apiKeys, allKeys }: KeyringOperations,
  id: string,
  userId: string | undefined,
): Promise<OwnedKey | null> {
  if (userId === undefined) return allKeys.delete(id);
  const record = await apiKeys.delete({ userId, id });
  return record && { userId, record };
}
