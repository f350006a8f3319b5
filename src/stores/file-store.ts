/** The embedded driver: all state in memory and in one file, owned by one process. */

import { createAuditOutbox } from './file/audit-outbox.js';
import { type CallServer, createCallServer } from './file/call-server.js';
import { type Claim, claimStore } from './file/claim-store.js';
import { createFileAuditTrail, type FileAuditTrail } from './file/file-audit-trail.js';
import { type FileSystem, disk as realDisk } from './file/file-system.js';
import { type OpenedState, openState } from './file/open-state.js';
import { prepareOwnerFolder } from './file/owner-folder.js';
import { toStoreError } from './file/to-store-error.js';
import { createStateStore, type StateStoreOptions } from './state/create-state-store.js';
import type { Store } from './store.js';

export interface FileStoreOptions extends StateStoreOptions {
  readonly disk?: FileSystem;
}

/**
 * Opens the store at `path` (absolute), and creates it if there is none. Rejects with a `StoreError`: INSECURE, OWNED,
 * DAMAGED, NEWER, OUTDATED, VANISHED, or UNAVAILABLE if it cannot be read or its folder cannot be written.
 */
export async function openFileStore(path: string, options: FileStoreOptions = {}): Promise<Store> {
  const { disk = realDisk, onWarn = () => {}, now } = options;
  const calls = createCallServer();
  try {
    const folder = await prepareOwnerFolder(path, disk);
    const claim = await claimStore(folder, calls);
    try {
      const audit = createFileAuditTrail(folder, disk);
      const outbox = createAuditOutbox(audit, onWarn);
      const state = await openState(folder, { disk, assertHeld: claim.assertHeld, outbox, onWarn });
      return createFileStore({ path: folder.store, state, audit, claim, calls, onWarn, now });
    } catch (error) {
      await calls.close();
      await claim.release();
      throw error;
    }
  } catch (cause) {
    throw toStoreError('open', path, cause);
  }
}

interface Parts {
  readonly path: string;
  readonly state: OpenedState;
  readonly audit: FileAuditTrail;
  readonly claim: Claim;
  readonly calls: CallServer;
  readonly onWarn: (message: string) => void;
  readonly now: StateStoreOptions['now'];
}

function createFileStore({ path, state, audit, claim, calls, onWarn, now }: Parts): Store {
  return {
    ...createStateStore(state.queue, path, { now, onWarn }),
    audit,
    serveCalls: calls.serve,
    async isReady() {
      if (state.isReadOnly()) return false;
      return claim.assertHeld().then(
        () => true,
        () => false,
      );
    },
    async close() {
      await calls.close();
      await state.close();
      await audit.close();
      await claim.release();
    },
  };
}
