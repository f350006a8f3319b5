import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FileSystem, statFileOrNull } from './file-system.js';
import { findOwnerFolder, makeOwnerFolder, type OwnerFolder } from './owner-folder.js';

/** Makes what has to be there before the store at `path` can be claimed. */
export async function prepareOwnerFolder(path: string, disk: FileSystem): Promise<OwnerFolder> {
  const { store } = await findOwnerFolder(path, disk);
  await statFileOrNull(disk, store);
  await makeParent(store, disk);
  // Somebody else may have made the folder first.
  const folder = await findOwnerFolder(path, disk);
  await makeOwnerFolder(folder);
  return folder;
}

/** Makes the folder of the store and those above it durably: a crash after this does not take them away again. */
async function makeParent(store: string, disk: FileSystem): Promise<void> {
  const folder = dirname(store);
  // Writable by nobody else, whatever the umask.
  const first = await mkdir(folder, { recursive: true, mode: 0o755 });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) {
    const handle = await disk.open(dirname(made), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
