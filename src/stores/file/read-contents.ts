import { readUsage } from '../state/usage-record.js';
import type { StoreContents } from '../store-contents.js';
import { disk } from './file-system.js';
import { createOwnedError, findOwner } from './list-claims.js';
import { assertNotVanished, findOwnerFolder } from './owner-folder.js';
import { readStoredState } from './read-state-file.js';
import { toStoreError } from './to-store-error.js';
import { readUsageFile } from './usage-file.js';

/** Reads the store while no process has it open. Changes nothing, so the store may be on a read-only disk. */
export async function readFileContents(path: string): Promise<StoreContents> {
  try {
    const folder = await findOwnerFolder(path, disk);
    const owner = await findOwner(folder);
    if (owner !== null) throw createOwnedError(folder.store, owner);
    await assertNotVanished(folder, disk);
    const { keys, users, signInTokens, sessions } = await readStoredState(disk, folder.store);
    const usage = await readUsageFile(disk, folder.store);
    return {
      keys: [...keys.values()],
      users: [...users.values()],
      signInTokens: [...signInTokens.values()],
      sessions: [...sessions.values()],
      usage: Array.from(usage.values(), readUsage),
    };
  } catch (cause) {
    throw toStoreError('read', path, cause);
  }
}
