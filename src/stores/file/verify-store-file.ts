import { countRecords, type StoreState } from '../state/store-state.js';
import { StoreError } from '../store-error.js';
import type { StoreProblem, StoreReport } from '../store-report.js';
import { disk, statOrNull } from './file-system.js';
import { findOwner } from './list-claims.js';
import { assertNotVanished, findOwnerFolder, type OwnerFolder } from './owner-folder.js';
import { readStoredState } from './read-state-file.js';
import { listLeftovers } from './replace-file.js';
import { versionOf } from './state-text.js';
import { toStoreError } from './to-store-error.js';

/** Inspects the store and the files beside it. Changes nothing. */
export async function verifyStoreFile(path: string): Promise<StoreReport> {
  try {
    const folder = await findOwnerFolder(path, disk);
    const [state, faults] = await readStateOrProblems(folder);
    const owner = await findOwner(folder);
    const exists = (await statOrNull(disk, folder.store))?.isFile() === true;
    return {
      path: folder.store,
      version: state === null ? null : versionOf(state),
      counts: state === null ? null : countRecords(state),
      owner: owner === null ? null : { pid: owner.pid, startedAt: new Date(owner.startedAt) },
      // Temporary files of a running owner are not leftovers.
      leftovers: exists && owner === null ? await listLeftovers(disk, folder.store) : [],
      faults: [...faults, ...folder.warnings.map((message) => ({ code: 'EXPOSED', message }) as const)],
    };
  } catch (cause) {
    const { code, message } = toStoreError('read', path, cause);
    return { path, version: null, counts: null, owner: null, leftovers: [], faults: [{ code, message }] };
  }
}

/** Returns the state, or null and the reasons why a server would not start with it. */
async function readStateOrProblems(
  folder: OwnerFolder,
): Promise<[StoreState | null, readonly StoreProblem[]]> {
  try {
    await assertNotVanished(folder, disk);
    return [await readStoredState(disk, folder.store), []];
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause;
    return [null, [{ code: cause.code, message: cause.message }]];
  }
}
