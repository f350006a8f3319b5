import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ProcedureError, procedure } from '../../src/index.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const meta = (method: 'GET' | 'POST', path: string, protect: boolean) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const read = procedure
  .meta(meta('GET', '/read', true))
  .input(z.object({ n: z.enum(['missing', 'broken']).optional() }))
  .output(z.string())
  .query(({ input }) => {
    if (input.n === 'missing') throw new ProcedureError('NOT_FOUND', 'Nothing here.');
    if (input.n === 'broken') throw new Error('a bug');
    return 'read';
  });
const write = procedure
  .meta(meta('POST', '/write', true))
  .output(z.string())
  .mutation(() => 'written');
const open = procedure
  .meta(meta('GET', '/open', false))
  .output(z.string())
  .query(() => 'open');

async function start(limit = 100) {
  const routes = [routeOf('read', read), routeOf('write', write), routeOf('open', open)];
  const service = await startService({
    routes,
    config: { rateLimits: { QUERY: { limit, windowMs: 60_000 } } },
  });
  const expiresAt = new Date(service.clock.now + 60_000);
  const { secret, record } = await service.keyring.apiKeys.create({
    userId: 'alice',
    name: 'ci',
    scopes: ['read'],
    expiresAt,
  });
  const call = async (path: string, method = 'GET') =>
    (await service.ask(`/api${path}`, { method, headers: { Authorization: `Bearer ${secret}` } })).status;
  const readUsage = async () => {
    const report = await service.keyring.keyReports.find({ id: record.id });
    const { calls, refusals } = report?.days.at(-1) ?? {};
    return { calls, refusals, last: report?.lastCall };
  };
  return { ...service, call, readUsage };
}

describe('A call with a key', () => {
  it('is counted with its operation, status and address, whatever came of it', async () => {
    const { call, readUsage, clock } = await start();
    expect(await readUsage()).toEqual({ calls: 0, refusals: 0, last: null });
    for (const [path, status] of [
      ['/read', 200],
      ['/read?n=x', 400],
      ['/read?n=missing', 404],
      ['/read?n=broken', 500],
      ['/open', 200],
    ] as const)
      expect(await call(path)).toBe(status);
    expect(await readUsage()).toEqual({
      calls: 5,
      refusals: 0,
      last: { at: new Date(clock.now), operation: 'open', status: 200, address: '127.0.0.1' },
    });
  });

  it('is counted as refused where the key lacks the scope, and where calls come too often', async () => {
    const { call, readUsage } = await start(1);
    expect(await call('/write', 'POST')).toBe(403);
    expect(await readUsage()).toMatchObject({
      calls: 0,
      refusals: 1,
      last: { operation: 'write', status: 403 },
    });
    expect(await call('/read')).toBe(200);
    expect(await call('/read')).toBe(429);
    expect(await readUsage()).toMatchObject({
      calls: 1,
      refusals: 2,
      last: { operation: 'read', status: 429 },
    });
  });

  it('is counted as refused once the key has expired, unless the procedure needs no key', async () => {
    const { call, readUsage, clock } = await start();
    clock.now += 60_000;
    expect(await call('/read')).toBe(401);
    expect(await readUsage()).toMatchObject({ calls: 0, refusals: 1, last: { status: 401 } });
    expect(await call('/open')).toBe(200);
    expect(await readUsage()).toMatchObject({ calls: 0, refusals: 1, last: { status: 401 } });
  });

  it('is counted nowhere where no route takes it', async () => {
    const { call, readUsage } = await start();
    expect(await call('/none')).toBe(404);
    expect(await readUsage()).toEqual({ calls: 0, refusals: 0, last: null });
  });
});
