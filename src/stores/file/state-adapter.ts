import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Adapter } from 'lowdb';
import { printCause, StoreError } from '../store-error.js';
import { type DiskDoor, hasErrorCode } from './disk-door.js';
import { parseState, printState } from './state-text.js';
import type { StoreState } from './store-state.js';

export interface StateAdapter extends Adapter<StoreState> {
  /** Why writes are refused until the next start; null while they are not. */
  readonly readOnlyCause: StoreError | null;
  /** Deletes what a killed process left half-written. Only the store's owner may. */
  removeLeftovers(): Promise<void>;
}

/**
 * lowdb's adapter for a state in one file. A write is: new temporary file, write, fsync, rename over the store,
 * fsync of the folder. The file is at every moment whole, old or new.
 */
export function createStateAdapter(
  path: string,
  disk: DiskDoor,
  assertOwned: () => Promise<void>,
): StateAdapter {
  const folder = dirname(path);
  let readOnlyCause: StoreError | null = null;
  /** What the file holds, as far as this process has read or written it. */
  let onDisk: StoreState | null = null;

  /** After a failed fsync nobody knows what the disk holds, and a second fsync would lie (fsyncgate, 2018). */
  async function syncOrGiveUp(handle: { sync(): Promise<void> }): Promise<void> {
    try {
      await handle.sync();
    } catch (cause) {
      readOnlyCause = new StoreError(
        'READ_ONLY',
        `${path} is read-only until the next start: a write could not be made durable (${printCause(cause)}).`,
        cause,
      );
      throw readOnlyCause;
    }
  }

  async function writeTemporary(temporary: string, state: StoreState): Promise<void> {
    const old = await statOrNull(disk, path);
    const handle = await disk.open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(printState(state));
      if (old !== null) {
        const { uid, gid } = await handle.stat();
        if (uid !== old.uid || gid !== old.gid) await handle.chown(old.uid, old.gid);
        if ((old.mode & 0o777) !== 0o600) await handle.chmod(old.mode & 0o777);
      }
      await syncOrGiveUp(handle);
    } finally {
      await handle.close();
    }
  }

  async function replace(state: StoreState): Promise<void> {
    const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
    try {
      await writeTemporary(temporary, state);
      await assertOwned();
      await disk.rename(temporary, path);
    } catch (error) {
      await disk.unlink(temporary).catch(() => {});
      throw error;
    }
  }

  async function write(state: StoreState): Promise<void> {
    // Opened before anything changes, so that after the rename nothing but the disk itself can fail.
    const handle = await disk.open(folder, 'r');
    try {
      await replace(state);
      try {
        await syncOrGiveUp(handle);
      } catch (error) {
        // The callers are told that nothing changed; the file should say so too, as far as the disk allows.
        if (onDisk !== null) await replace(onDisk).catch(() => {});
        throw error;
      }
      onDisk = state;
    } finally {
      await handle.close().catch(() => {});
    }
  }

  return {
    get readOnlyCause() {
      return readOnlyCause;
    },
    async read() {
      let bytes: Buffer;
      try {
        bytes = await disk.readFile(path);
      } catch (cause) {
        if (hasErrorCode(cause, 'ENOENT')) return null;
        throw new StoreError('UNAVAILABLE', `Cannot read the store ${path}: ${printCause(cause)}.`, cause);
      }
      try {
        onDisk = parseState(bytes);
        return onDisk;
      } catch (cause) {
        throw new StoreError(
          'DAMAGED',
          `The store ${path} is damaged: ${printCause(cause)}. It was left as it is; restore it from a backup.`,
          cause,
        );
      }
    },
    async write(state) {
      if (readOnlyCause !== null) throw readOnlyCause;
      try {
        await write(state);
      } catch (cause) {
        if (cause instanceof StoreError) throw cause;
        throw new StoreError('UNAVAILABLE', `Cannot write the store ${path}: ${printCause(cause)}.`, cause);
      }
    },
    async removeLeftovers() {
      const prefix = `${basename(path)}.`;
      for (const name of await disk.readdir(folder)) {
        if (name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length)))
          await disk.unlink(join(folder, name));
      }
    },
  };
}

async function statOrNull(disk: DiskDoor, path: string): Promise<Stats | null> {
  try {
    return await disk.stat(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
