import { type KeyringAccess, openKeyringOrOwner } from '../keys/open-keyring-or-owner.js';
import { chooseStore, type StoreChoice, type StoreOptions } from './choose-store.js';
import type { Io } from './io.js';
import { NO_PROJECT, refuseOutsideProject } from './open-project.js';
import { makePrintable } from './print/make-printable.js';

/** `makesStore` is false for a command that has no business with a store that is not there; true when absent. */
export interface KeyringAccessOptions extends StoreOptions {
  readonly makesStore?: boolean;
}

/** What `work` is told beside the keyring. */
export type KeyringPlace = Pick<StoreChoice, 'store' | 'settings' | 'project'>;

/**
 * Does `work` with the keys and users of the project's store: through the server that has it open when one runs, on the
 * store itself otherwise.
 */
export async function withKeyring<T>(
  options: KeyringAccessOptions,
  io: Io,
  work: (keyring: KeyringAccess, place: KeyringPlace) => Promise<T>,
): Promise<T> {
  const { project, store, settings, isStray } = await chooseStore(options, io);
  if (isStray) noticeStray(options, io);
  const keyring = await openKeyringOrOwner({
    store,
    cwd: project.root,
    pepper: io.env.PROCGEN_KEY_PEPPER || undefined,
    maxKeysPerUser: settings.maxKeysPerUser,
    onWarn: (message) => io.stderr.write(`warning: ${makePrintable(message)}\n`),
  });
  try {
    return await work(keyring, { store, settings, project });
  } finally {
    await keyring.close();
  }
}

/** A command in the wrong folder would find nothing, or make a store that no server looks at. */
function noticeStray({ makesStore = true }: KeyringAccessOptions, io: Io): void {
  if (!makesStore) throw refuseOutsideProject(' With --store it is not needed.');
  io.stderr.write(`warning: ${NO_PROJECT}: this makes a store that no server may ever look at.\n`);
}
