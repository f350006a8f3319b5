import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import { describeStoreDriver } from '../describe-store-driver.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from '../stored-key.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

const ENTRY = {
  time: '2026-01-01T00:00:00.000Z',
  event: 'key.created',
  actor: 'cli',
  key: null,
  address: null,
  requestId: null,
};

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

  it('K-15 lists the audit entries about a user, the newest first', async () => {
    await postgres.reset();
    const store = await openPostgresStore(postgres.url());
    onTestFinished(() => store.close());
    for (let number = 1; number <= 6; number++) {
      const user = number % 2 === 0 ? 'alice' : 'bob';
      await store.audit.append({ ...ENTRY, user, number });
    }
    const numbers = async (skip: number, limit: number) =>
      (await store.audit.listByUser('alice', { skip, limit })).map(({ number }) => number);
    expect(await numbers(0, 2)).toEqual([6, 4]);
    expect(await numbers(2, 9)).toEqual([2]);
    expect(await store.audit.listByUser('nobody', { skip: 0, limit: 9 })).toEqual([]);
  });

  it('S-09 is not out of reach because counts and times of many keys take long to write', async () => {
    await postgres.reset();
    const store = await openPostgresStore(postgres.url());
    onTestFinished(() => store.close());
    const { id } = storedKey(1);
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await postgres.admin(`CREATE FUNCTION procgen.dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1.5); RETURN NULL; END';
CREATE TRIGGER dawdle AFTER INSERT ON procgen.key_usage EXECUTE FUNCTION procgen.dawdle();
CREATE TRIGGER dawdle AFTER UPDATE ON procgen.api_keys EXECUTE FUNCTION procgen.dawdle();
CREATE TRIGGER dawdle AFTER UPDATE ON procgen.sessions EXECUTE FUNCTION procgen.dawdle();`);
    const days = [{ day: 7, calls: 1, refusals: 0 }];
    await Promise.all([
      store.usage.add([{ id, days, last: null }]),
      store.keys.recordUses(new Map([[id, 7]])),
      store.sessions.recordSeen(new Map([['00', 7]])),
    ]);
    expect(await store.usage.find(id)).toMatchObject({ days });
    expect(await store.keys.findById(id)).toMatchObject({ lastUsedAt: 7 });
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
