import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Keyring } from '../../src/keys/keyring.js';
import { type KeyringOptions, openKeyring } from '../../src/keys/open-keyring.js';
import { makeStoreFolder } from '../stores/store-folder.js';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** A keyring on a store of its own, under a clock that stands until it is set. */
export interface TestKeyring {
  keyring: Keyring;
  readonly clock: { now: number };
  readonly options: KeyringOptions;
  /** The bytes of the store. */
  readStore(): string;
  /** Closes the keyring and opens it again, perhaps with other options. */
  reopen(changes?: Partial<KeyringOptions>): Promise<Keyring>;
}

export async function openTestKeyring(changes: Partial<KeyringOptions> = {}): Promise<TestKeyring> {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const cwd = makeStoreFolder();
  const options = { store: 'file:store.json', cwd, now: () => clock.now, ...changes };
  const test: TestKeyring = {
    keyring: await openKeyring(options),
    clock,
    options,
    readStore: () => readFileSync(join(cwd, 'store.json'), 'utf8'),
    async reopen(otherChanges = {}) {
      await test.keyring.close();
      test.keyring = await openKeyring({ ...options, ...otherChanges });
      return test.keyring;
    },
  };
  onTestFinished(() => test.keyring.close());
  return test;
}

/** What the promise rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error) => error,
  );
}
