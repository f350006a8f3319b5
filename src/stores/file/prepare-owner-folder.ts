import { dirname } from 'node:path';
import { type DiskDoor, statFileOrNull } from './disk-door.js';
import { makeOwnerFolder, type OwnerFolder, ownerFolderOf } from './owner-folder.js';
import { makeFolder, resolveRealPath } from './resolve-real-path.js';

/** Makes what has to be there before the store at `path` can be claimed. */
export async function prepareOwnerFolder(path: string, disk: DiskDoor): Promise<OwnerFolder> {
  const folder = ownerFolderOf(await resolveRealPath(path));
  await statFileOrNull(disk, folder.store);
  await makeFolder(dirname(folder.store));
  await makeOwnerFolder(folder);
  return folder;
}
