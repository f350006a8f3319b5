import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { printCause } from '../store-error.js';
import type { FileSystem } from './file-system.js';

export interface Replacement {
  readonly path: string;
  /** The file whose name the temporary file begins with, in the same folder; `path` when absent. */
  readonly of?: string;
  readonly bytes: Buffer;
  /** Whose mode, owner and group the file gets; mode 600 and this process's own when null. */
  readonly like: Stats | null;
  /** Asked last before the file is touched: to reject leaves it as it is. */
  readonly permit?: () => Promise<void>;
}

/** An fsync failed: nobody knows what the disk holds, and a second fsync would lie about it (fsyncgate, 2018). */
export class SyncFailure extends Error {
  /** Whether the file has the new bytes already, as far as this process can see. */
  readonly isReplaced: boolean;

  constructor(cause: unknown, isReplaced: boolean) {
    super(`a write could not be made durable (${printCause(cause)})`, { cause });
    this.isReplaced = isReplaced;
  }
}

/**
 * Replaces a file so that it is whole at every moment, old or new: new temporary file, write, fsync, rename over the
 * file, fsync of the folder. Resolves when the new bytes outlast a power cut, with what the file is now. Rejects with
 * the file as it was, or with a `SyncFailure`.
 */
export async function replaceFile(disk: FileSystem, replacement: Replacement): Promise<Stats> {
  // Opened before anything changes, so that after the rename nothing but the disk itself can fail.
  const folder = await disk.open(dirname(replacement.path), 'r');
  try {
    const written = await swapIn(disk, replacement);
    await sync(folder, true);
    return written;
  } finally {
    await folder.close().catch(() => {});
  }
}

async function swapIn(
  disk: FileSystem,
  { path, of = path, bytes, like, permit }: Replacement,
): Promise<Stats> {
  const temporary = `${of}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const written = await writeTemporary(disk, temporary, bytes, like);
    await permit?.();
    await disk.rename(temporary, path);
    return written;
  } catch (error) {
    await disk.unlink(temporary).catch(() => {});
    throw error;
  }
}

async function writeTemporary(
  disk: FileSystem,
  temporary: string,
  bytes: Buffer,
  like: Stats | null,
): Promise<Stats> {
  const handle = await disk.open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    const made = await takeAfter(handle, like);
    await sync(handle, false);
    return made;
  } finally {
    await handle.close();
  }
}

/** Gives the new file the mode, owner and group that it should have. */
async function takeAfter(handle: FileHandle, like: Stats | null): Promise<Stats> {
  const made = await handle.stat();
  const { uid, gid } = like ?? made;
  // Not what `open` was told: the umask has its say there.
  const mode = (like?.mode ?? 0o600) & 0o777;
  if (made.uid === uid && made.gid === gid && (made.mode & 0o777) === mode) return made;
  if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid);
  await handle.chmod(mode);
  return handle.stat();
}

async function sync(handle: Pick<FileHandle, 'sync'>, isReplaced: boolean): Promise<void> {
  try {
    await handle.sync();
  } catch (cause) {
    throw new SyncFailure(cause, isReplaced);
  }
}

/** Deletes what processes left that were killed while they replaced the file. Only for who owns it. */
export async function removeLeftovers(disk: FileSystem, path: string): Promise<void> {
  for (const name of await listLeftovers(disk, path)) await disk.unlink(join(dirname(path), name));
}

/** The names, in the file's folder, of replacements that were not finished. */
export async function listLeftovers(disk: FileSystem, path: string): Promise<readonly string[]> {
  const prefix = `${basename(path)}.`;
  const names = await disk.readdir(dirname(path));
  return names.filter(
    (name) => name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length)),
  );
}
