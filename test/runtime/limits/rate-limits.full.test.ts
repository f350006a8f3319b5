import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../../src/index.js';
import { createLog } from '../../../src/runtime/index.js';
import { openRateLimiter } from '../../../src/runtime/limits/open-rate-limiter.js';
import { hasRedis, startRedis, stopRedis } from '../support/start-redis.js';
import { routeOf, startService, stopServices } from '../support/start-service.js';

afterAll(async () => {
  await stopServices();
  await stopRedis();
});

const read = procedure
  .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/read', protect: false } })
  .output(z.string())
  .query(() => 'fine');

async function countPassed(store: string): Promise<Record<number, number>> {
  // A Redis that does not get its processor is not waited for, and what is counted without it is not exact.
  const rateLimiter = await openRateLimiter(store, { log: createLog({ level: 'silent' }), answerMs: 10_000 });
  const { ask } = await startService({ routes: [routeOf('read', read)], options: { rateLimiter } });
  const statuses = await Promise.all(
    Array.from({ length: 1_000 }, async () => (await ask('/api/read')).status),
  );
  return Object.fromEntries(
    [200, 429].map((wanted) => [wanted, statuses.filter((one) => one === wanted).length]),
  );
}

test('R-04 Of 1,000 concurrent requests exactly 100 pass', async () => {
  expect(await countPassed('memory')).toEqual({ 200: 100, 429: 900 });
});

test.skipIf(!hasRedis())('R-04 Of 1,000 concurrent requests exactly 100 pass, counted in Redis', async () => {
  const { url } = await startRedis();
  expect(await countPassed(url)).toEqual({ 200: 100, 429: 900 });
});
