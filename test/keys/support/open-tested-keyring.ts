import { createKeyring } from '../../../src/keys/create-keyring.js';
import type { Keyring } from '../../../src/keys/keyring.js';
import { type KeyringOptions, openKeyring } from '../../../src/keys/open-keyring.js';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';

/** The URL of the PostgreSQL database that services under test keep their keys in; undefined for a file. */
export function readTestedUrl(): string | undefined {
  return process.env.PROCGEN_TEST_STORE;
}

/** The keyring of a service under test: in a file in `cwd`, or where `PROCGEN_TEST_STORE` says. */
export async function openTestedKeyring({
  now,
  ...options
}: Omit<KeyringOptions, 'store'>): Promise<Keyring> {
  const url = readTestedUrl();
  if (url === undefined) return openKeyring({ store: 'file:store.json', now, ...options });
  const store = await openPostgresStore(url, options);
  // Tests set the clock, and PostgreSQL's cannot be set. What it decides by itself, the age of kept answers, is not theirs.
  return createKeyring({ ...store, now: now ?? store.now }, options);
}
