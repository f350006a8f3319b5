import { mkdirSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../definition/context.js';
import { nameProcess, removeLeftovers } from './leftovers.js';

/** A folder of this process, readable only by its user, for files that are too large for memory. */
export interface UploadFolder {
  /** Creates a file that only this user can open. */
  create(): Promise<{ readonly path: string; readonly handle: FileHandle }>;
  remove(path: string): Promise<void>;
  /** Removes the folders of processes that ended without removing them. */
  removeLeftovers(): Promise<void>;
  /** Removes the folder and its content. */
  close(): Promise<void>;
}

const PREFIX = 'procgen-uploads-';

/** Creates nothing in `parent` before the first file. */
export function createUploadFolder(parent: string, log: Logger): UploadFolder {
  let created: Promise<string> | undefined;
  let isClosed = false;
  let count = 0;

  async function createOwnFolder(): Promise<string> {
    mkdirSync(parent, { recursive: true });
    // mkdtemp creates it with the mode 0700 under a name that did not exist before.
    return mkdtemp(join(parent, `${PREFIX}${nameProcess()}-`));
  }

  function forget(folder: Promise<string>): void {
    if (created === folder) created = undefined;
  }

  /** Returns the shared folder, and creates it if there is none. */
  function provide(): Promise<string> {
    if (isClosed) throw new Error('The upload folder is closed.');
    if (created) return created;
    const creating = createOwnFolder();
    created = creating;
    creating.catch(() => forget(creating));
    return creating;
  }

  async function createIn(folder: string) {
    count += 1;
    const path = join(folder, String(count));
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  async function logErrors(message: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, message);
    }
  }

  return {
    async create() {
      const shared = provide();
      const folder = await shared;
      try {
        return await createIn(folder);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // A cleanup of temporary files has removed the folder.
        forget(shared);
        return createIn(await provide());
      }
    },
    remove: (path) => logErrors('an uploaded file could not be removed', () => unlink(path)),
    removeLeftovers: () =>
      logErrors('files left by an earlier process could not be removed', () =>
        removeLeftovers(parent, PREFIX),
      ),
    close: () =>
      logErrors('the upload folder could not be removed', async () => {
        isClosed = true;
        // Why it could not be created was reported to the file that needed it.
        const folder = await created?.catch(() => undefined);
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      }),
  };
}
