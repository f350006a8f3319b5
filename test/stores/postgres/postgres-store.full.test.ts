import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import { describeStoreDriver } from '../describe-store-driver.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from '../stored-key.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

describe.skipIf(!hasPostgres())('A store in PostgreSQL', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  describeStoreDriver('PostgreSQL', async () => {
    await postgres.reset();
    return () => openPostgresStore(postgres.url());
  });

  it('needs a role that owns its schema, and no function that providers of PostgreSQL refuse', async () => {
    await postgres.reset();
    await postgres.admin(`CREATE ROLE tenant LOGIN; CREATE SCHEMA procgen AUTHORIZATION tenant;
REVOKE EXECUTE ON FUNCTION pg_control_system(), pg_current_wal_lsn(), pg_walfile_name(pg_lsn) FROM PUBLIC`);
    const store = await openPostgresStore(postgres.url('procgen', 'tenant'));
    onTestFinished(() => store.close());
    expect(await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT)).toBe('inserted');
    expect(await store.keys.findByHashes([storedKey(1).hash])).toEqual(storedKey(1));
  });
});
