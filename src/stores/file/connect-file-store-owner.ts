import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { printCause, StoreError } from '../store-error.js';
import type { StoreOwner } from '../store-owner.js';
import { type CallReply, printMessage, readMessages } from './call-messages.js';
import { type FileSystem, hasErrorCode, disk as realDisk } from './file-system.js';
import { findOwner } from './list-claims.js';
import { findOwnerFolder, type OwnerFolder } from './owner-folder.js';
import { readProof } from './owner-proof.js';
import { createPendingCalls, waitForOwner } from './pending-calls.js';
import { connectSocket } from './socket-path.js';

/**
 * Connects to the process that has the store open, or returns null if none has. Rejects with an INSECURE `StoreError`
 * before it connects to a socket of another user. If the socket is replaced later, which is possible in a
 * group-writable folder, calls reject with it: no call is sent before the owner has proved its identity.
 */
export async function connectFileStoreOwner(
  path: string,
  disk: FileSystem = realDisk,
): Promise<StoreOwner | null> {
  try {
    const folder = await findOwnerFolder(path, disk);
    const claim = await findOwner(folder);
    if (claim === null) return null;
    const proof = await readProof(folder, claim.id, disk);
    if (proof === null) return null;
    const socket = await connectSocket(folder.path, `${claim.id}.sock`);
    // Listens at once, because the owner may leave at any time.
    const caller = createCaller(socket, folder, proof);
    return { pid: claim.pid, startedAt: new Date(claim.startedAt), ...caller };
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    // The owner has left before it was connected, or dropped its accept queue. Nothing was sent yet.
    if (hasErrorCode(cause, 'ECONNREFUSED', 'ECONNRESET', 'ENOENT')) return null;
    throw new StoreError('UNAVAILABLE', `Cannot reach the owner of ${path}: ${printCause(cause)}.`, cause);
  }
}

function createCaller(
  socket: Socket,
  { store, path }: OwnerFolder,
  proof: string,
): Pick<StoreOwner, 'call' | 'close'> {
  const pending = createPendingCalls(store);
  let isAccepted = false;
  let endError: StoreError | null = null;
  let resolveAccepted = () => {};
  const accepted = new Promise<void>((resolve) => {
    resolveAccepted = resolve;
  });

  function finish(error: StoreError): void {
    endError ??= error;
    pending.rejectAll(endError);
    resolveAccepted();
    socket.destroy();
  }

  readMessages(socket, (reply: CallReply) => {
    if ('hello' in reply) {
      isAccepted = reply.hello === proof;
      if (isAccepted) resolveAccepted();
      else finish(new StoreError('INSECURE', describeImpostor(store, path)));
    } else if ('bye' in reply) {
      finish(new StoreError('OWNER_LEFT', `The process that had ${store} open has closed it.`));
    } else pending.settle(reply);
  });
  socket.on('close', () => {
    const what = 'ended before it responded, so the outcome of the operation is unknown';
    const code = isAccepted ? 'UNKNOWN' : 'OWNER_LEFT';
    finish(new StoreError(code, `The process that had ${store} open ${isAccepted ? what : 'is stopping'}.`));
  });

  return {
    async call(name, input) {
      // An owner that does not accept the connection takes no calls.
      if (!isAccepted && endError === null) await waitForOwner(store, accepted, 'UNAVAILABLE');
      // This call was never sent, whatever happened to earlier ones.
      if (endError !== null)
        throw endError.code === 'INSECURE' ? endError : new StoreError('OWNER_LEFT', endError.message);
      return pending.add((id) => void socket.write(printMessage({ id, call: name, input })));
    },
    close() {
      finish(new StoreError('OWNER_LEFT', 'The connection to the owner is closed.'));
    },
  };
}

function describeImpostor(store: string, path: string): string {
  return `The socket ${path} does not belong to the process that has ${store} open: another user created it. Check who can write to ${dirname(store)}, then try again.`;
}
