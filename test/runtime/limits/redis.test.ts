import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import type { Logger } from '../../../src/definition/context.js';
import { procedure } from '../../../src/index.js';
import { isReadOnly } from '../../../src/runtime/limits/connect-redis.js';
import { openRateLimiter } from '../../../src/runtime/limits/open-rate-limiter.js';
import { bundleProcess } from '../../bundle-process.js';
import { hasRedis, type RunningRedis, startRedis, stopRedis } from '../support/start-redis.js';
import { bearer, routeOf, startService, stopServices } from '../support/start-service.js';
import { startWire } from '../support/start-wire.js';
import { describeRateLimiter } from './describe-rate-limiter.js';

const available = hasRedis();
const redis = available ? await startRedis() : (undefined as unknown as RunningRedis);

afterAll(async () => {
  await stopServices();
  await stopRedis();
});

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
/** Where Redis has to share its processor it may be late, and what is counted without it is not exact. */
const PATIENT = { answerMs: 10_000 };
const open = () => openRateLimiter(redis.url, { log: silent, ...PATIENT });
const COUNTING_PROCESS = bundleProcess(new URL('../support/count-through-redis.mjs', import.meta.url));
const read = procedure
  .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/read', protect: false } })
  .output(z.string())
  .query(() => 'fine');

describe.skipIf(!available)('In Redis', () => {
  describeRateLimiter('Redis', open);

  it('R-04 of 1,000 concurrent calls from four processes exactly 100 pass', async () => {
    const children = Array.from({ length: 4 }, () => fork(COUNTING_PROCESS, [redis.url]));
    await Promise.all(children.map((child) => once(child, 'message')));
    for (let round = 0; round < 10; round++) {
      const passed = children.map(async (child) => {
        child.send({ counter: `shared:${round}`, calls: 250, policy: { limit: 100, windowMs: 60_000 } });
        return (await once(child, 'message'))[0] as number;
      });
      expect((await Promise.all(passed)).reduce((sum, count) => sum + count)).toBe(100);
    }
    for (const child of children) child.disconnect();
  });

  it('R-02 S-11 stand counters only, each with an end, and no name tells a key, a user or an address', async () => {
    const own = await startRedis();
    const service = await startService({
      routes: [routeOf('read', read)],
      config: { rateLimitStore: own.url },
    });
    const key = await service.createKey([], 'somebody.known');
    for (const init of [bearer(key), bearer('not-a-key'), {}]) await service.ask('/api/read', init);
    const keys = await own.listKeys();
    expect(keys.length).toBe(3); // the start's, the user's and the address's
    for (const { key: name, ttlMs } of keys) {
      expect(name).toMatch(/^procgen:limit:[\w-]{22}$/);
      expect(ttlMs).toBeGreaterThan(0);
      expect(ttlMs).toBeLessThanOrEqual(60_000);
      expect(await own.admin.get(name)).toMatch(/^\d+$/);
    }
  });

  it('are shared by the services that count there', async () => {
    const setup = {
      routes: [routeOf('read', read)],
      config: { rateLimitStore: redis.url, rateLimits: { QUERY: { limit: 3, windowMs: 60_000 } } },
    };
    const [one, two] = [await startService(setup), await startService(setup)];
    const statuses: number[] = [];
    for (const service of [one, two, one, two]) statuses.push((await service.ask('/api/read')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('R-06 a clock of Redis that was set back an hour makes no window longer', async () => {
    const limiter = await open();
    const policy = { limit: 1, windowMs: 60_000 };
    await redis.admin.flushall();
    await limiter.consume('stepped', policy);
    const [{ key = '' } = {}] = await redis.listKeys();
    await redis.admin.pexpire(key, 3_600_000 + 60_000);
    expect(await limiter.consume('stepped', policy)).toEqual({
      isLimited: true,
      remaining: 0,
      resetMs: 60_000,
    });
    await redis.admin.persist(key);
    expect(await limiter.consume('stepped', policy)).toEqual({
      isLimited: true,
      remaining: 0,
      resetMs: 60_000,
    });
    expect(await redis.admin.pttl(key)).toBeGreaterThan(0);
    await limiter.close();
  });

  it('the script is sent again to a Redis that forgot it', async () => {
    const limiter = await open();
    await redis.admin.script('FLUSH');
    expect((await limiter.consume('forgotten', { limit: 5, windowMs: 60_000 })).remaining).toBe(4);
    await limiter.close();
  });
});

describe.skipIf(!available)('R-07 A primary that has become a replica', () => {
  it('is left for the primary that its name leads to now', async () => {
    const [old, promoted] = [await startRedis(), await startRedis()];
    const wire = await startWire(old.port);
    const url = `redis://127.0.0.1:${wire.port}`;
    const limiter = await openRateLimiter(url, { log: silent, ...PATIENT });
    wire.target = promoted.port;
    await old.admin.replicaof('127.0.0.1', 1);
    const countKeys = async () => {
      await limiter.consume('moved', { limit: 1, windowMs: 60_000 });
      return (await promoted.listKeys()).length;
    };
    await expect.poll(countKeys).toBe(1);
    await limiter.close();
    await wire.close();
  });
});

test.each([
  ["READONLY You can't write against a read only replica. script: f_1, on @user_script:2.", true],
  [
    "ERR Error running script (call to f_1): @user_script:2: @user_script: 2: -READONLY You can't write against a read only replica. ",
    true,
  ],
  ["READONLY You can't write against a read only replica.", true],
  ['ERR Error running script (call to f_1): @user_script:2: @user_script: 2: -NOREPLICAS Not enough', false],
  ['NOREPLICAS Not enough good replicas to write.', false],
])('R-07 The error %j is that of a replica: %j', (message, isReplica) => {
  expect(isReadOnly({ message })).toBe(isReplica);
});

describe.skipIf(!available)('R-01 A start whose limits could not be shared fails', () => {
  it('when the password is wrong, which it does not repeat', async () => {
    const own = await startRedis('--requirepass', 'right-password');
    const url = own.url.replace('//', '//:wrong-canary@');
    const opened = openRateLimiter(url, { log: silent, startMs: 1_000 });
    const error = (await opened.catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).toMatch(/^Rate limits cannot be counted in Redis: WRONGPASS/);
    expect(error.message + JSON.stringify(error) + String(error.cause)).not.toContain('canary');
    const right = await openRateLimiter(own.url.replace('//', '//:right-password@'), { log: silent });
    expect((await right.consume('a', { limit: 2, windowMs: 1_000 })).remaining).toBe(1);
    await right.close();
  });

  it('when Redis is a replica that may not be written to', async () => {
    const own = await startRedis('--replicaof', '127.0.0.1', '1');
    await expect(openRateLimiter(own.url, { log: silent, startMs: 1_000 })).rejects.toThrow(/READONLY/);
  });

  it('but not when Redis starts a moment later', async () => {
    const own = await startRedis();
    await own.kill();
    const opened = openRateLimiter(own.url, { log: silent });
    await own.restart();
    await (await opened).close();
  });
});

test('R-01 A limiter without its store does not start', async () => {
  await expect(openRateLimiter('redis://127.0.0.1:1', { log: silent, startMs: 1_000 })).rejects.toThrow(
    'Rate limits cannot be counted in Redis: connect ECONNREFUSED 127.0.0.1:1',
  );
});

test.each(['', 'redis', 'redis:', 'memcached://127.0.0.1', 'file:x', 'redis://:pass word@'])(
  'R-01 The store %j is refused at the start, and not repeated',
  async (store) => {
    const error = (await openRateLimiter(store, { log: silent }).catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).toBe('rateLimitStore is neither "memory" nor a redis:// URL.');
  },
);
