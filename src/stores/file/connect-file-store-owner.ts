import type { Socket } from 'node:net';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { printCause, StoreError } from '../store-error.js';
import type { StoreOwner } from '../store-owner.js';
import { type CallFailure, type CallReply, printMessage, readMessages } from './call-messages.js';
import { hasErrorCode } from './disk-door.js';
import { findOwner } from './list-claims.js';
import { ownerFolderOf } from './owner-folder.js';
import { resolveRealPath } from './resolve-real-path.js';
import { connectSocket } from './socket-path.js';

const ANSWER_TIMEOUT_MS = 10_000;

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A line to the process that has the store open, or null when none has. */
export async function connectFileStoreOwner(path: string): Promise<StoreOwner | null> {
  try {
    const folder = ownerFolderOf(await resolveRealPath(path));
    const claim = await findOwner(folder);
    if (claim === null) return null;
    const socket = await connectSocket(folder.path, `${claim.id}.sock`);
    return { pid: claim.pid, startedAt: new Date(claim.startedAt), ...createCaller(socket, folder.store) };
  } catch (cause) {
    if (hasErrorCode(cause, 'ECONNREFUSED', 'ENOENT')) return null;
    throw new StoreError('UNAVAILABLE', `Cannot reach the owner of ${path}: ${printCause(cause)}.`, cause);
  }
}

function createCaller(socket: Socket, store: string): Pick<StoreOwner, 'call' | 'close'> {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let isTaken = false;
  let end: StoreError | null = null;
  let settleTaken = () => {};
  const taken = new Promise<void>((resolve) => {
    settleTaken = resolve;
  });

  function finish(error: StoreError): void {
    end ??= error;
    for (const call of pending.values()) call.reject(end);
    pending.clear();
    settleTaken();
    socket.destroy();
  }

  function receive(reply: CallReply): void {
    if ('hello' in reply) {
      isTaken = true;
      settleTaken();
      return;
    }
    if ('bye' in reply) {
      finish(new StoreError('OWNER_LEFT', `The process that had ${store} open has closed it.`));
      return;
    }
    const call = pending.get(reply.id);
    pending.delete(reply.id);
    if ('error' in reply) call?.reject(restoreError(reply.error));
    else call?.resolve(reply.result);
  }

  readMessages(socket, receive);
  socket.on('close', () => {
    const what = 'ended before it answered; whether it did what was asked is not known';
    const code = isTaken ? 'UNAVAILABLE' : 'OWNER_LEFT';
    finish(new StoreError(code, `The process that had ${store} open ${isTaken ? what : 'is leaving'}.`));
  });

  return {
    async call(name, input) {
      if (!isTaken && end === null) await waitUntilTaken(taken, store);
      // This call never left, whatever became of the ones before.
      if (end !== null) throw new StoreError('OWNER_LEFT', end.message);
      const id = ++lastId;
      const late = new StoreError('UNAVAILABLE', `The process that has ${store} open does not answer.`);
      const timer = setTimeout(() => pending.get(id)?.reject(late), ANSWER_TIMEOUT_MS);
      const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
      socket.write(printMessage({ id, call: name, input }));
      return answer.finally(() => {
        clearTimeout(timer);
        pending.delete(id);
      });
    },
    close() {
      finish(new StoreError('OWNER_LEFT', 'The line to the owner is closed.'));
    },
  };
}

/** Waits for the owner to take the connection; one that does not is not there for callers. */
async function waitUntilTaken(taken: Promise<void>, store: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new StoreError('UNAVAILABLE', `The process that has ${store} open does not answer.`);
    timer = setTimeout(() => reject(error), ANSWER_TIMEOUT_MS);
  });
  await Promise.race([taken, late]).finally(() => clearTimeout(timer));
}

function restoreError({ code, message, errors }: CallFailure): ProcedureError {
  return new ProcedureError(code, message, errors === undefined ? {} : { errors });
}
