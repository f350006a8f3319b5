/**
 * Lets callers tell the owner of a store from another process that took its place: the first message of the owner
 * equals the contents of a file that nobody else can write or read, even if the file is moved.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSystem } from './file-system.js';
import { chownToStoreOwner, type OwnerFolder } from './owner-folder.js';
import { assertOwned, createInsecureError, printMode } from './owners.js';

const LENGTH = 43;

export function generateProof(): string {
  return randomBytes(32).toString('base64url');
}

/** Marks the claim as the owner's. */
export async function writeProof({ path, store }: OwnerFolder, id: string, proof: string): Promise<void> {
  const handle = await open(join(path, `${id}.owner`), 'wx', 0o600);
  try {
    await chownToStoreOwner(store, handle);
    await handle.writeFile(proof);
  } finally {
    await handle.close();
  }
}

/**
 * Reads the first message of the owner with this claim; null if it is not written yet, or never, as with owners of an
 * earlier version. Rejects with an INSECURE `StoreError` if another user may have written it, and with system errors.
 */
export async function readProof(
  { path, owners }: OwnerFolder,
  id: string,
  disk: FileSystem,
): Promise<string | null> {
  const file = join(path, `${id}.owner`);
  // O_NONBLOCK, so that opening a pipe does not wait.
  const handle = await disk.open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    assertOwned(owners && [0, ...owners], file, stats);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LENGTH + 1), 0, LENGTH + 1, 0);
    const proof = buffer.toString('latin1', 0, bytesRead);
    if (proof === '') return null;
    if (!stats.isFile() || (owners && (stats.mode & 0o077) !== 0) || !/^[\w-]{43}$/.test(proof))
      throw createInsecureError(
        `${file} of user ${stats.uid} (mode ${printMode(stats.mode)}) was not written by the process that has the store open: remove it.`,
      );
    return proof;
  } finally {
    await handle.close();
  }
}
