import type { Migration } from '../migration.js';
import type { StoreState } from '../state/store-state.js';
import { createCallServer } from './call-server.js';
import { claimStore } from './claim-store.js';
import { type FileSystem, disk as realDisk, statOrNull } from './file-system.js';
import { findOwnerFolder, prepareOwnerFolder } from './owner-folder.js';
import { readState } from './read-state.js';
import { mapFormatError, readStoreBytes, type StoreBytes } from './read-state-file.js';
import { replaceFile } from './replace-file.js';
import { assertVersionKnown, printState } from './state-text.js';
import { readVersion, unframeData } from './store-frame.js';
import { toStoreError } from './to-store-error.js';
import { OLDEST_VERSION, UPGRADES, type Upgrade } from './upgrades.js';

export interface MigrateOptions {
  readonly disk?: FileSystem;
  readonly upgrades?: readonly Upgrade[];
  /** The oldest version that needs no migration. */
  readonly oldest?: number;
}

/**
 * Migrates a file that is too old to be read to the newest version, while no other process has it open. Rejects with a
 * `StoreError`; the store is then still whole: either unchanged, or of the newest version.
 */
export async function migrateStoreFile(path: string, options: MigrateOptions = {}): Promise<Migration> {
  const { disk = realDisk, upgrades = UPGRADES, oldest = OLDEST_VERSION } = options;
  // Processes that connect meanwhile wait and get a goodbye.
  const calls = createCallServer();
  try {
    // Before claiming, which would create folders for a store that does not exist.
    await readStoreBytes(disk, (await findOwnerFolder(path, disk)).store);
    const folder = await prepareOwnerFolder(path, disk);
    const claim = await claimStore(folder, calls);
    try {
      const file = await readStoreBytes(disk, folder.store);
      return await migrate(folder.store, file, { disk, upgrades, oldest, beforeRename: claim.assertHeld });
    } finally {
      await calls.close();
      await claim.release();
    }
  } catch (cause) {
    throw toStoreError('migrate', path, cause);
  }
}

async function migrate(
  path: string,
  { bytes, stats }: StoreBytes,
  {
    disk,
    upgrades,
    oldest,
    beforeRename,
  }: Required<MigrateOptions> & { readonly beforeRename: () => Promise<void> },
): Promise<Migration> {
  const newest = upgrades.length + 1;
  const { from, state } = mapFormatError(path, () => {
    const from = assertVersionKnown(readVersion(bytes), newest);
    return { from, state: upgradeState(unframeData(bytes), upgrades.slice(from - 1)) };
  });
  if (from >= oldest) return { path, from, to: from, backup: null };
  const backup = await findFreeName(disk, `${path}.v${from}.backup`);
  await replaceFile(disk, { path: backup, temporaryPrefix: path, bytes, reference: stats });
  await replaceFile(disk, { path, bytes: printState(state, newest), reference: stats, beforeRename });
  return { path, from, to: newest, backup };
}

function upgradeState(text: string, upgrades: readonly Upgrade[]): StoreState {
  if (upgrades.length === 0) return readState(text);
  const data = upgrades.reduce((data, upgrade) => upgrade(data), JSON.parse(text));
  return readState(JSON.stringify(data));
}

async function findFreeName(disk: FileSystem, name: string): Promise<string> {
  let free = name;
  for (let number = 2; (await statOrNull(disk, free)) !== null; number++) free = `${name}-${number}`;
  return free;
}
