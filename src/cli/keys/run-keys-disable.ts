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

export interface KeysDisableOptions extends StoreOptions {
  readonly user?: string;
  readonly plain?: boolean;
  readonly json?: boolean;
}

/** `procgen keys disable <id>`: the key is refused until it is enabled again. */
export function runKeysDisable(id: string, options: KeysDisableOptions, io: Io): Promise<number> {
  return setDisabled(id, true, options, io);
}

/** `procgen keys enable <id>`. */
export function runKeysEnable(id: string, options: KeysDisableOptions, io: Io): Promise<number> {
  return setDisabled(id, false, options, io);
}

async function setDisabled(
  id: string,
  disabled: boolean,
  options: KeysDisableOptions,
  io: Io,
): Promise<number> {
  refuseSecret(id);
  const key = await withKeyring({ ...options, createsStore: false }, io, (keyring) =>
    updateKey(keyring, id, { disabled, userId: options.user }),
  );
  if (!key) refuseUnknownKey(id, options.user);
  const { userId, record } = key;
  if (options.json) io.stdout.write(printJson(toJsonKey(key)));
  if (options.plain) io.stdout.write(`${makePrintable(record.id)}\n`);
  const done = disabled ? 'Disabled' : 'Enabled';
  io.stderr.write(`${makePrintable(`${done} ${record.id} ("${record.name}") of ${userId}.`)}\n`);
  return EXIT.fine;
}

async function updateKey(
  { apiKeys, allKeys }: KeyringOperations,
  id: string,
  { disabled, userId }: { readonly disabled: boolean; readonly userId: string | undefined },
): Promise<OwnedKey | null> {
  if (userId === undefined) return allKeys.update(id, { disabled });
  const record = await apiKeys.update({ userId, id, disabled });
  return record && { userId, record };
}
