import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import { startReplica } from '../../replicas/start-replica.js';
import { describeStoreDriver } from '../describe-store-driver.js';
import { hasPgBouncer, type RunningPgBouncer, startPgBouncer } from './start-pgbouncer.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

describe.skipIf(!hasPostgres() || !hasPgBouncer())('Behind PgBouncer in transaction mode', () => {
  let postgres: RunningPostgres;
  let bouncer: RunningPgBouncer;
  beforeAll(async () => {
    postgres = await startPostgres();
    bouncer = await startPgBouncer(postgres);
  });
  afterAll(async () => {
    await bouncer.stop();
    await postgres.stop();
  });

  describeStoreDriver('PostgreSQL', async () => {
    await postgres.reset();
    return () => openPostgresStore(bouncer.url);
  });

  it('S-10 two servers refuse a deleted key: at once where that was answered, and within a second elsewhere', async () => {
    await postgres.reset();
    const [first, second] = await Promise.all([startReplica(bouncer.url), startReplica(bouncer.url)]);
    onTestFinished(async () => {
      await Promise.all([first.stop(), second.stop()]);
    });
    expect((await first.ask('/readyz')).status).toBe(200);
    for (let round = 0; round < 5; round++) {
      const { id, key } = await first.createKey();
      expect((await second.ask('/api/me', { key })).status).toBe(200);
      expect((await first.ask(`/api/keys/${id}`, { method: 'DELETE' })).body).toEqual({ isDeleted: true });
      const answeredAt = performance.now();
      expect((await first.ask('/api/me', { key })).status).toBe(401);
      await expect
        .poll(async () => (await second.ask('/api/me', { key })).status, { interval: 50, timeout: 5_000 })
        .toBe(401);
      expect(performance.now() - answeredAt).toBeLessThanOrEqual(1_000);
    }
  });
});
