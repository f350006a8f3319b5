import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const meta = (method: 'GET' | 'POST', path: string, protect: boolean) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const read = procedure
  .meta(meta('GET', '/read', true))
  .input(z.object({ n: z.number().optional() }))
  .output(z.string())
  .query(() => 'read');
const write = procedure
  .meta(meta('POST', '/write', true))
  .output(z.string())
  .mutation(() => 'written');
const open = procedure
  .meta(meta('GET', '/open', false))
  .output(z.string())
  .query(() => 'open');

async function start() {
  const routes = [routeOf('read', read), routeOf('write', write), routeOf('open', open)];
  const service = await startService({
    routes,
    config: { rateLimits: { QUERY: { limit: 1, windowMs: 60_000 } } },
  });
  const key = await service.createKey(['read']);
  const call = async (path: string, method = 'GET', secret = key) =>
    (await service.ask(`/api${path}`, { method, headers: { Authorization: `Bearer ${secret}` } })).status;
  const readUse = async () =>
    (await service.keyring.apiKeys.list('alice')).map(({ lastUsedAt }) => lastUsedAt);
  return { ...service, call, readUse };
}

describe('A call counts as use of its key', () => {
  it('once it is let in', async () => {
    const { call, readUse } = await start();
    expect(await call('/read')).toBe(200);
    expect(await readUse()).toEqual([expect.any(Date)]);
  });

  it('on a public procedure too', async () => {
    const { call, readUse } = await start();
    expect(await call('/open')).toBe(200);
    expect(await readUse()).toEqual([expect.any(Date)]);
  });

  it('though its input is refused, for the key was good for the call', async () => {
    const { call, readUse } = await start();
    expect(await call('/read?n=x')).toBe(400);
    expect(await readUse()).toEqual([expect.any(Date)]);
  });

  it('not when the key lacks the scope', async () => {
    const { call, readUse } = await start();
    expect(await call('/write', 'POST')).toBe(403);
    expect(await readUse()).toEqual([null]);
  });

  it('not when it is one call too many', async () => {
    const { call, readUse, keyring } = await start();
    expect(await call('/read')).toBe(200);
    const { secret, record } = await keyring.apiKeys.create({ userId: 'alice', name: 'second' });
    expect(await call('/read', 'GET', secret)).toBe(429);
    const [second] = (await keyring.apiKeys.list('alice')).filter(({ id }) => id === record.id);
    expect(second?.lastUsedAt).toBeNull();
    expect(await readUse()).toHaveLength(2);
  });

  it('not when the key has expired, or there is no such route', async () => {
    const { call, readUse, keyring, clock } = await start();
    const expiresAt = new Date(Date.now() + 60_000);
    const { secret } = await keyring.apiKeys.create({ userId: 'alice', name: 'short', expiresAt });
    clock.now += 120_000;
    expect(await call('/none')).toBe(404);
    expect(await call('/read', 'POST')).toBe(405);
    expect(await readUse()).toEqual([null, null]);
    await keyring.apiKeys.delete({ userId: 'alice', id: (await keyring.apiKeys.list('alice'))[0]?.id ?? '' });
    expect(await call('/read', 'GET', secret)).toBe(401);
    expect(await readUse()).toEqual([null]);
  });
});
