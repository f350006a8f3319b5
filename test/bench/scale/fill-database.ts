import { createHash } from 'node:crypto';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import type { RunningPostgres } from '../../stores/postgres/start-postgres.js';
import { tellProgress } from '../harness/tell-progress.js';

/** A database whose keys have the numbers from 1 to `keys`. */
export interface FilledDatabase {
  readonly url: string;
  readonly keys: number;
}

const KEYS_A_USER = 100;
/** As many as are told one by one. */
const CHANGES = 10_000;

/** Makes a database with so many keys, in the tables and indexes that a start makes. */
export async function fillDatabase(postgres: RunningPostgres, keys: number): Promise<FilledDatabase> {
  tellProgress(`${keys} keys are put into PostgreSQL`);
  const name = `keys_${keys}`;
  const url = postgres.url(name);
  await postgres.admin(`CREATE DATABASE ${name}`, 'postgres');
  await (await openPostgresStore(url)).close();
  // What is read afterwards is the same without a log of the writes, and without a check of each key's user.
  await postgres.admin(
    `
ALTER TABLE procgen.api_keys SET UNLOGGED;
SET session_replication_role = replica;
INSERT INTO procgen.users SELECT 'user ' || n, n FROM generate_series(0, ${Math.floor(keys / KEYS_A_USER)}) n;
INSERT INTO procgen.api_keys (id, hash, user_id, name, start, scopes, created_at)
  SELECT 'key_' || lpad(n::text, 16, '0'), sha256(n::text::bytea), 'user ' || n / ${KEYS_A_USER}, 'key ' || n, 'pgk_abcd',
    '{read,write}', n
  FROM generate_series(1, ${keys}) n;
INSERT INTO procgen.key_changes (hash) SELECT sha256(n::text::bytea) FROM generate_series(1, ${CHANGES}) n`,
    name,
  );
  await postgres.admin('VACUUM ANALYZE', name);
  await postgres.admin('CHECKPOINT', name);
  return { url, keys };
}

/** The hash of a key by its number. */
export function hashOf(number: number): Buffer {
  return createHash('sha256').update(String(number)).digest();
}
