import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { hasRedis, startRedis, stopRedis } from '../../runtime/support/start-redis.js';
import { spawnProcgen } from '../spawn-procgen.js';
import { createBuiltProject } from './built-server.js';

afterAll(stopRedis);

const SERVE = 'serve --mode production --port 0';
const WITHOUT_IOREDIS = fileURLToPath(new URL('without-ioredis.mjs', import.meta.url));

test('R-01 A rate limit store that is none is a usage error, and what was named is not repeated.', async () => {
  const root = await createBuiltProject();
  const server = spawnProcgen(root, `${SERVE} --rate-limit-store memcached://:canary@127.0.0.1`);
  const { exitCode, err } = await server.end;
  expect([exitCode, err]).toEqual([2, 'error: rateLimitStore is neither "memory" nor a redis:// URL.\n']);
});

test('R-01 A Redis that is not there stops the start, and the password in its URL is not shown.', async () => {
  const root = await createBuiltProject();
  const server = spawnProcgen(root, SERVE, { PROCGEN_RATE_LIMIT_STORE: 'redis://:canary@127.0.0.1:1' });
  const { exitCode, out, err } = await server.end;
  expect(exitCode).toBe(2);
  expect(err).toContain(
    'error: Rate limits cannot be counted in Redis: connect ECONNREFUSED 127.0.0.1:1\nhelp: ',
  );
  expect(out + err).not.toContain('canary');
});

test('R-01 Without the package ioredis the start says how to install it.', async () => {
  const root = await createBuiltProject(`{ rateLimitStore: 'redis://127.0.0.1:1' }`);
  const server = spawnProcgen(root, SERVE, { NODE_OPTIONS: `--import ${WITHOUT_IOREDIS}` });
  const { exitCode, err } = await server.end;
  expect([exitCode, err]).toEqual([
    2,
    'error: rateLimitStore is a redis:// URL, but the package ioredis is not installed.\n' +
      'help: Run "npm install ioredis@5".\n',
  ]);
});

test.skipIf(!hasRedis())('R-04 Two servers over one Redis have one limit between them.', async () => {
  const redis = await startRedis();
  const limited = `(routes.routes.forEach((route) => { route.rateLimit = 'QUERY'; }), {
    rateLimits: { QUERY: { limit: 10, windowMs: 60_000 } },
  })`;
  const root = await createBuiltProject(limited);
  const other = await createBuiltProject(limited);
  const servers = [
    spawnProcgen(root, `${SERVE} --rate-limit-store ${redis.url}`),
    spawnProcgen(other, SERVE, { PROCGEN_RATE_LIMIT_STORE: redis.url }),
  ];
  const origins = await Promise.all(
    servers.map(async ({ seen }) => (await seen(/^listening on (\S+)$/m))[1] as string),
  );
  const statuses: number[] = [];
  for (let index = 0; index < 14; index++) {
    statuses.push((await fetch(`${origins[index % 2]}/api/ping`)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
  for (const { signal } of servers) signal('SIGTERM');
  const outcomes = await Promise.all(servers.map(({ end }) => end));
  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(outcomes[0]?.err).toContain(`counters     ${redis.url}`);
});
