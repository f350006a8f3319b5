import type { Stats } from 'node:fs';
import type { Adapter } from 'lowdb';
import type { StoreState } from '../state/store-state.js';
import { StoreError } from '../store-error.js';
import { type FileSystem, statOrNull } from './file-system.js';
import type { OwnerFolder } from './owner-folder.js';
import { assertOwned } from './owners.js';
import { readStateFile, type StateFile } from './read-state-file.js';
import { replaceFile, SyncError } from './replace-file.js';
import { printState } from './state-text.js';
import { toStoreError } from './to-store-error.js';
import { readUsageFile, writeUsageFile } from './usage-file.js';

export interface StateAdapter extends Adapter<StoreState> {
  /** Why writes are rejected until the next start; null while they are accepted. */
  readonly readOnlyCause: StoreError | null;
}

/**
 * lowdb's adapter for a state in one file, which is replaced atomically, and call counts in a second file. It
 * overwrites only what it has read or written itself, and writes only the file that has changed.
 */
export function createStateAdapter(
  { store: path, owners }: Pick<OwnerFolder, 'store' | 'owners'>,
  disk: FileSystem,
  { assertHeld, onWarn }: { assertHeld: () => Promise<void>; onWarn: (message: string) => void },
): StateAdapter {
  let readOnlyCause: StoreError | null = null;
  /** The last known contents of the file; null if there was none. */
  let known: StateFile | null = null;

  function refuseWrites(why: string, cause?: unknown): StoreError {
    readOnlyCause = new StoreError('READ_ONLY', `${path} is read-only until the next start: ${why}.`, cause);
    return readOnlyCause;
  }

  async function writeUsage(state: StoreState, { stats }: StateFile): Promise<void> {
    try {
      await writeUsageFile(disk, path, { usage: state.usage, reference: stats, beforeRename: assertHeld });
    } catch (cause) {
      throw cause instanceof SyncError ? refuseWrites(cause.message, cause) : cause;
    }
  }

  async function write(state: StoreState): Promise<void> {
    if (known !== null && state.usage !== known.state.usage) {
      await writeUsage(state, known);
      const isDone = isEqualExceptUsage(state, known.state);
      known = { ...known, state: { ...known.state, usage: state.usage } };
      if (isDone) return;
    }
    const found = await statOrNull(disk, path);
    // If the store was deleted meanwhile, it is written again: this process has the whole state and the lock.
    if (found !== null && !(await isOurs(disk, path, known, found)))
      throw refuseWrites('another process has changed it');
    // The new file gets the owner and the mode of the old one.
    if (found !== null) assertOwned(owners, path, found);
    const reference = found ?? known?.stats ?? null;
    try {
      const stats = await replaceFile(disk, {
        path,
        bytes: printState(state),
        reference,
        beforeRename: assertHeld,
      });
      known = { state, stats };
    } catch (cause) {
      if (!(cause instanceof SyncError)) throw cause;
      const refusal = refuseWrites(cause.message, cause);
      if (!cause.isReplaced) throw refusal;
      // This process continues with the old state, so the file should hold it too, if the disk allows.
      if (known !== null)
        await replaceFile(disk, { path, bytes: printState(known.state), reference }).catch(() => {});
      throw new StoreError('UNKNOWN', refusal.message, cause);
    }
  }

  /** Lost counts must not prevent a start. */
  async function readUsage(): Promise<StoreState['usage']> {
    try {
      return await readUsageFile(disk, path);
    } catch (cause) {
      if (!(cause instanceof StoreError) || cause.code === 'UNAVAILABLE') throw cause;
      onWarn(`Call counts start again from zero: ${cause.message}`);
      return new Map();
    }
  }

  return {
    get readOnlyCause() {
      return readOnlyCause;
    },
    async read() {
      known = await readStateFile(disk, path);
      if (known === null) return null;
      known = { ...known, state: { ...known.state, usage: await readUsage() } };
      return known.state;
    },
    async write(state) {
      if (readOnlyCause !== null) throw readOnlyCause;
      try {
        await write(state);
      } catch (cause) {
        throw toStoreError('write', path, cause);
      }
    },
  };
}

function isEqualExceptUsage(left: StoreState, right: StoreState): boolean {
  const { keys, users, signInTokens, sessions, pendingAudit } = left;
  return (
    keys === right.keys &&
    users === right.users &&
    signInTokens === right.signInTokens &&
    sessions === right.sessions &&
    (pendingAudit === right.pendingAudit || pendingAudit.length + right.pendingAudit.length === 0)
  );
}

/**
 * Whether this process wrote the file. It did not if the file was restored from a backup under a running server, or
 * written by a host that does not see our lock.
 */
async function isOurs(
  disk: FileSystem,
  path: string,
  known: StateFile | null,
  found: Stats,
): Promise<boolean> {
  if (known === null) return false;
  return isSameFile(found, known.stats) || (await disk.readFile(path)).equals(printState(known.state));
}

/** Whether the file is unmodified: our writes create a new file, and other writers change the time. */
function isSameFile(left: Stats, right: Stats): boolean {
  return (
    left.dev === right.dev &&
    left.ino === right.ino &&
    left.size === right.size &&
    left.mtimeMs === right.mtimeMs
  );
}
