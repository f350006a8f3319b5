import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { printCause } from '../store-error.js';
import type { FileSystem } from './file-system.js';

export interface Replacement {
  readonly path: string;
  /** What the path of the temporary file begins with, in the same folder; `path` if absent. */
  readonly temporaryPrefix?: string;
  readonly bytes: Buffer;
  /** Determines the mode, owner and group of the file; if null, mode 600 and this process's user and group. */
  readonly reference: Stats | null;
  /** Called right before the rename. If it rejects, the file is unchanged. */
  readonly beforeRename?: () => Promise<void>;
}

/** An fsync failed. What the disk holds is unknown, and a second fsync may falsely succeed (fsyncgate, 2018). */
export class SyncError extends Error {
  /** Whether the file already has the new bytes, as far as this process can see. */
  readonly isReplaced: boolean;

  constructor(cause: unknown, isReplaced: boolean) {
    super(`a write could not be made durable (${printCause(cause)})`, { cause });
    this.isReplaced = isReplaced;
  }
}

/**
 * Replaces a file atomically: writes a temporary file, calls fsync, renames it over the file, and calls fsync on the
 * folder. Resolves to the stats of the new file, once the new bytes survive a power failure. Rejects with the file
 * unchanged, or with a `SyncError`.
 */
export async function replaceFile(disk: FileSystem, replacement: Replacement): Promise<Stats> {
  // Opened before anything changes, so that after the rename only the disk itself can fail.
  const folder = await disk.open(dirname(replacement.path), 'r');
  try {
    const written = await writeAndRename(disk, replacement);
    await sync(folder, true);
    return written;
  } finally {
    await folder.close().catch(() => {});
  }
}

async function writeAndRename(
  disk: FileSystem,
  { path, temporaryPrefix = path, bytes, reference, beforeRename }: Replacement,
): Promise<Stats> {
  const temporary = `${temporaryPrefix}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const written = await writeTemporary(disk, temporary, bytes, reference);
    await beforeRename?.();
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
  reference: Stats | null,
): Promise<Stats> {
  const handle = await disk.open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    const made = await copyAttributes(handle, reference);
    await sync(handle, false);
    return made;
  } finally {
    await handle.close();
  }
}

/** Sets the mode, owner and group of the new file. */
async function copyAttributes(handle: FileHandle, reference: Stats | null): Promise<Stats> {
  const stats = await handle.stat();
  const { uid, gid } = reference ?? stats;
  // Not the mode passed to `open`, because the umask applies to that.
  const mode = (reference?.mode ?? 0o600) & 0o777;
  if (stats.uid === uid && stats.gid === gid && (stats.mode & 0o777) === mode) return stats;
  if (stats.uid !== uid || stats.gid !== gid) await handle.chown(uid, gid);
  await handle.chmod(mode);
  return handle.stat();
}

async function sync(handle: Pick<FileHandle, 'sync'>, isReplaced: boolean): Promise<void> {
  try {
    await handle.sync();
  } catch (cause) {
    throw new SyncError(cause, isReplaced);
  }
}

/** Deletes the temporary files of processes that were killed while they replaced the file. Only for its owner. */
export async function removeLeftovers(disk: FileSystem, path: string): Promise<void> {
  for (const name of await listLeftovers(disk, path)) await disk.unlink(join(dirname(path), name));
}

/** Lists the temporary files of interrupted replacements in the file's folder. */
export async function listLeftovers(disk: FileSystem, path: string): Promise<readonly string[]> {
  const prefix = `${basename(path)}.`;
  const names = await disk.readdir(dirname(path));
  return names.filter(
    (name) => name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length)),
  );
}
