/** The tests of keys over HTTP that `npm test` runs on a file, on a store in PostgreSQL. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startKeyService } from '../../keys/support/start-key-service.js';
import { stopServices } from '../../runtime/support/start-service.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

const FILES: readonly (readonly [name: string, define: () => Promise<unknown>])[] = [
  ['keys/over-http', () => import('../../keys/over-http.test.js')],
  ['runtime/idempotency', () => import('../../runtime/idempotency.test.js')],
  ['runtime/last-use', () => import('../../runtime/last-use.test.js')],
  ['dashboard/api-keys', () => import('../../dashboard/api-keys.test.js')],
  ['dashboard/rotate-key', () => import('../../dashboard/rotate-key.test.js')],
  ['dashboard/session', () => import('../../dashboard/session.test.js')],
  ['dashboard/sign-in', () => import('../../dashboard/sign-in.test.js')],
];

/** The age of kept answers goes by the clock of PostgreSQL, which these cannot set; `answers.full.test.ts` has its test. */
const OF_THE_STORES_CLOCK = ['is forgotten after a day'];

describe.skipIf(!hasPostgres())('Keys over HTTP, in PostgreSQL', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    process.env.PROCGEN_TEST_STORE = postgres.url();
  });
  afterAll(async () => {
    delete process.env.PROCGEN_TEST_STORE;
    await postgres.stop();
  });
  beforeEach(async ({ task, skip }) => {
    if (OF_THE_STORES_CLOCK.includes(task.name)) skip();
    await postgres.reset();
  });
  afterEach(stopServices);

  it('are where the tests think that they are', async () => {
    const service = await startKeyService();
    const { id } = await service.createKey();
    expect(await postgres.admin('SELECT id FROM procgen.api_keys')).toEqual([{ id }]);
  });

  describe.each(FILES)('%s', async (_, define) => {
    await define();
  });
});
