import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import { describeStoreDriver } from '../describe-store-driver.js';
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
});
