import { setTimeout as sleep } from 'node:timers/promises';
import { connectStoreOwner } from '../stores/open-store.js';
import { StoreError } from '../stores/store-error.js';
import {
  type CallOperation,
  createOperations,
  type KeyringOperations,
  runOperation,
} from './keyring-operations.js';
import { mapStoreError } from './map-store-error.js';
import { type KeyringOptions, openKeyring } from './open-keyring.js';

/** Access to keys and users for a short-lived process. */
export interface KeyringAccess extends KeyringOperations {
  close(): Promise<void>;
}

interface Access {
  readonly call: CallOperation;
  readonly close: () => Promise<void>;
}

/** The limit of retries when owners come and go between connecting and calling. More changes mean another problem. */
const MAX_RETRIES = 100;

/**
 * Opens the store, or calls the process that has it open; then that process's pepper and limits apply. If the owner
 * leaves before it reads a call, the call is retried with the store itself. Rejects with a `StoreError` if neither is
 * possible.
 */
export async function openKeyringOrOwner(options: KeyringOptions): Promise<KeyringAccess> {
  let access = acquire(options);
  await access;

  async function call(name: string, input: readonly unknown[]): Promise<unknown> {
    for (let retries = 0; ; retries++) {
      const current = access;
      try {
        return await (await current).call(name, input);
      } catch (error) {
        if (!isStoreError(error, 'OWNER_LEFT') || retries === MAX_RETRIES) throw error;
        // Concurrent calls share the new access.
        if (access === current) access = acquire(options);
      }
    }
  }

  return {
    ...createOperations((name, input) => mapStoreError(call(name, input))),
    close: async () => (await access).close(),
  };
}

async function acquire(options: KeyringOptions): Promise<Access> {
  for (let retries = 0; ; retries++) {
    const owner = await connectStoreOwner(options.store, options);
    if (owner !== null) return { call: owner.call, close: async () => owner.close() };
    try {
      const keyring = await openKeyring(options);
      return { call: (name, input) => runOperation(keyring, name, input), close: keyring.close };
    } catch (error) {
      if (!isStoreError(error, 'OWNED') || retries === MAX_RETRIES) throw error;
      await sleep(20);
    }
  }
}

function isStoreError(error: unknown, code: StoreError['code']): boolean {
  return error instanceof StoreError && error.code === code;
}
