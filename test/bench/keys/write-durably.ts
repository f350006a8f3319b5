import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The least that a durable replacement of a file takes: temporary file, write, fsync, rename, fsync of the folder.
 * What the store takes beyond it is the store's own.
 */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
