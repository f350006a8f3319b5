import { ProcedureError } from '../../protocol/procedure-error.js';
import { StoreError } from '../store-error.js';
import type { CallFailure, CallReply } from './call-messages.js';

/** How long a caller waits for the owner of a store. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Calls that wait for a reply. */
export interface PendingCalls {
  /** Calls `send` with a new id, and resolves to the reply. Rejects if none arrives in time. */
  add(send: (id: number) => void): Promise<unknown>;
  /** Settles the call with the reply's id, if it still waits. */
  settle(reply: Exclude<CallReply, { readonly hello: string } | { readonly bye: true }>): void;
  rejectAll(error: StoreError): void;
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function createPendingCalls(store: string): PendingCalls {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  return {
    async add(send) {
      const id = ++lastId;
      const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
      send(id);
      return waitForOwner(store, answer, 'UNKNOWN').finally(() => pending.delete(id));
    },
    settle(reply) {
      const call = pending.get(reply.id);
      pending.delete(reply.id);
      if ('error' in reply) call?.reject(restoreError(reply.error));
      else call?.resolve(reply.result);
    },
    rejectAll(error) {
      for (const call of pending.values()) call.reject(error);
      pending.clear();
    },
  };
}

/** Resolves to `answer`. Rejects with a `StoreError` of this code if the owner of the store takes too long. */
export function waitForOwner<T>(
  store: string,
  answer: Promise<T>,
  code: 'UNAVAILABLE' | 'UNKNOWN',
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The process that has ${store} open does not respond.`;
    timer = setTimeout(() => reject(new StoreError(code, message)), ANSWER_TIMEOUT_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function restoreError({ code, message, errors }: CallFailure): ProcedureError {
  return new ProcedureError(code, message, errors === undefined ? {} : { errors });
}
