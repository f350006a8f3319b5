/** The embedded driver: all state in memory and in one file, owned by one process. */
import { type CallServer, createCallServer } from './file/call-server.js';
import { type Claim, claimStore } from './file/claim-store.js';
import { explainDiskFault } from './file/explain-disk-fault.js';
import { createFileAuditTrail, type FileAuditTrail } from './file/file-audit-trail.js';
import { createFileKeyStore } from './file/file-key-store.js';
import { createFileSessionStore } from './file/file-session-store.js';
import { type FileSystem, disk as realDisk } from './file/file-system.js';
import { createFileUserStore } from './file/file-user-store.js';
import { refuseTooMany } from './file/key-changes.js';
import { type OpenedState, openState } from './file/open-state.js';
import { prepareOwnerFolder } from './file/owner-folder.js';
import { type Collection, IDENTITIES } from './file/store-state.js';
import type { Transaction } from './file/transaction.js';
import type { Store } from './store.js';
import type { StoreContents } from './store-contents.js';
import { StoreError } from './store-error.js';

export interface FileStoreOptions {
  readonly onWarn?: (message: string) => void;
  readonly disk?: FileSystem;
}

/**
 * Opens the store at `path` (absolute), making it when there is none. Rejects with a `StoreError`: INSECURE, OWNED,
 * DAMAGED, NEWER, OUTDATED, VANISHED, or UNAVAILABLE when it cannot be read or its folder cannot be written.
 */
export async function openFileStore(path: string, options: FileStoreOptions = {}): Promise<Store> {
  const { disk = realDisk, onWarn = () => {} } = options;
  const calls = createCallServer();
  try {
    const folder = await prepareOwnerFolder(path, disk);
    const claim = await claimStore(folder, calls);
    try {
      const state = await openState(folder, { disk, assertHeld: claim.assertHeld, onWarn });
      const audit = createFileAuditTrail(folder, disk);
      return createFileStore({ path: folder.store, state, audit, claim, calls, onWarn });
    } catch (error) {
      await calls.close();
      await claim.release();
      throw error;
    }
  } catch (cause) {
    throw explainDiskFault('open', path, cause);
  }
}

interface Parts {
  readonly path: string;
  readonly state: OpenedState;
  readonly audit: FileAuditTrail;
  readonly claim: Claim;
  readonly calls: CallServer;
  readonly onWarn: (message: string) => void;
}

function createFileStore({ path, state, audit, claim, calls, onWarn }: Parts): Store {
  const { queue } = state;
  return {
    keys: createFileKeyStore(queue, path, onWarn),
    users: createFileUserStore(queue),
    sessions: createFileSessionStore(queue),
    audit,
    fill: (contents) => queue.commit((transaction) => fillStore(transaction, contents, path)),
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
      await queue.close();
      await audit.close();
      await claim.release();
    },
  };
}

/** Puts the contents into a store that holds nothing; throws before it has changed anything. */
function fillStore(transaction: Transaction, contents: StoreContents, store: string): void {
  for (const name of Object.keys(IDENTITIES) as Collection[])
    if (transaction.state[name].size > 0)
      throw new StoreError('NOT_EMPTY', `The store ${store} is not empty. Name one that holds nothing.`);
  refuseTooMany(contents.keys.length, store);
  for (const key of contents.keys) transaction.put('keys', key);
  for (const user of contents.users) transaction.put('users', user);
  for (const token of contents.signInTokens) transaction.put('signInTokens', token);
  for (const session of contents.sessions) transaction.put('sessions', session);
}
