import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { bearer, request, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const meta = (path: string, protect: boolean) => ({
  openapi: { enabled: true, tags: [], summary: '', method: 'GET' as const, path, protect },
  rateLimit: false as const,
});
const read = procedure
  .meta(meta('/read', true))
  .input(z.object({ secret: z.string().optional() }))
  .output(z.string())
  .query(() => 'read');

async function start(config = {}) {
  const gates: (() => void)[] = [];
  const slow = procedure
    .meta(meta('/slow', false))
    .output(z.string())
    .query(async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return 'slow';
    });
  const service = await startService({
    routes: [routeOf('read', read), routeOf('slow', slow)],
    config: { accessLog: true, ...config },
  });
  const requests = () => service.lines.filter(({ msg }) => msg === 'request');
  return { ...service, gates, requests };
}

describe('The access log', () => {
  it('has one line a request: what was asked, what was answered, who asked', async () => {
    const { ask, createKey, keyring, requests } = await start();
    const key = await createKey();
    const [record] = await keyring.apiKeys.list('alice');
    await ask('/api/read?secret=canary', { headers: { ...bearer(key).headers, 'X-Request-Id': 'mine' } });
    await ask('/api/nowhere');
    await ask('/dashboard/sign-in?token=canary');
    await expect.poll(requests).toHaveLength(3);
    expect(requests()).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        msg: 'request',
        method: 'GET',
        path: '/api/read',
        status: 200,
        durationMs: expect.any(Number),
        requestId: 'mine',
        procedure: 'read',
        user: 'alice',
        key: record?.id,
        address: '127.0.0.1',
      },
      expect.objectContaining({ path: '/api/nowhere', status: 404, requestId: expect.any(String) }),
      expect.objectContaining({ path: '/dashboard/sign-in', status: 200 }),
    ]);
    expect(JSON.stringify(requests())).not.toMatch(/canary|pgk_[0-9A-Za-z]{46}/);
  });

  it('says 499 when the caller went away', async () => {
    const { url, gates, requests } = await start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(request('GET /api/slow'));
    await expect.poll(() => gates.length).toBe(1);
    socket.destroy();
    await expect.poll(requests).toEqual([expect.objectContaining({ path: '/api/slow', status: 499 })]);
    gates[0]?.();
  });

  it('leaves out what asks whether the server lives, and can be turned off', async () => {
    const probed = await start();
    await probed.ask('/livez');
    await probed.ask('/readyz');
    await probed.ask('/api/nowhere');
    await expect.poll(probed.requests).toEqual([expect.objectContaining({ path: '/api/nowhere' })]);
    const silent = await start({ accessLog: false });
    await silent.ask('/api/nowhere');
    await silent.ask('/api/nowhere');
    expect(silent.requests()).toEqual([]);
  });
});
