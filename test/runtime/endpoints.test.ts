import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, procedure } from '../../src/index.js';
import type { RuntimeOptions } from '../../src/runtime/index.js';
import { DESCRIPTION, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const at = (path: string) =>
  procedure
    .meta({
      openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect: false },
      rateLimit: false,
    })
    .input(z.object({ name: z.string().optional() }))
    .output(z.string())
    .query(() => 'a procedure');

const start = (config: Config = {}, options: RuntimeOptions = {}) =>
  startService({ routes: [routeOf('any', at('/:name'))], config, options });

describe('The description', () => {
  it('is the bytes of the generated file, with a strong ETag', async () => {
    const { ask } = await start();
    const response = await ask('/api/openapi.json');
    expect(await response.text()).toBe(DESCRIPTION);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('ETag')).toMatch(/^"[\w-]{43}-gzip"$/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('is not sent again to who has it', async () => {
    const { ask } = await start();
    const etag = (await ask('/api/openapi.json')).headers.get('ETag') ?? '';
    for (const [header, status] of [
      [etag, 304],
      [`W/${etag}`, 304],
      [`"other", ${etag}`, 304],
      ['*', 304],
      ['"other"', 200],
      [etag.slice(1, -1), 200],
    ] as const) {
      const response = await ask('/api/openapi.json', { headers: { 'If-None-Match': header } });
      expect([header, response.status]).toEqual([header, status]);
      expect(response.headers.get('ETag')).toBe(etag);
      expect(await response.text()).toBe(status === 304 ? '' : DESCRIPTION);
    }
  });
});

describe('A procedure', () => {
  it('may have the very path of an endpoint, and then has it', async () => {
    const { ask } = await startService({ routes: [routeOf('docs', at('/docs'))] });
    expect(await (await ask('/api/docs')).json()).toBe('a procedure');
  });
});

describe('Health', () => {
  it('is outside /api, neither disabled nor limited', async () => {
    const { ask } = await start({ disableOpenAPI: true });
    for (const path of ['/livez', '/readyz']) {
      for (let round = 0; round < 150; round++) expect((await ask(path)).status).toBe(200);
      const response = await ask(path);
      expect(await response.json()).toEqual({ status: 'ok' });
      expect(response.headers.get('X-Request-Id')).not.toBeNull();
      expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
      for (const [method, status] of [
        ['OPTIONS', 204],
        ['POST', 405],
        ['DELETE', 405],
      ] as const) {
        const other = await ask(path, { method });
        expect([other.status, other.headers.get('Allow')]).toEqual([status, 'GET, HEAD, OPTIONS']);
        if (status === 405) expect(await other.json()).toMatchObject({ success: false });
      }
    }
  });

  it('tells apart a process that lives and a service that is ready', async () => {
    let isReady = true;
    let requested = 0;
    const service = await start();
    const keyring = {
      ...service.keyring,
      isReady: async () => {
        requested += 1;
        return isReady;
      },
    };
    const { ask, app } = await start({}, { keyring });
    expect([(await ask('/livez')).status, requested]).toEqual([200, 0]);
    expect((await ask('/readyz')).status).toBe(200);
    isReady = false;
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/readyz?exclude=store')).status).toBe(200);
    expect((await ask('/readyz?exclude=other')).status).toBe(503);
    isReady = true;
    app.beginDrain();
    expect([(await ask('/livez')).status, (await ask('/readyz')).status]).toEqual([200, 503]);
    expect((await ask('/readyz?exclude=store')).status).toBe(503);
    expect((await ask('/api/other')).status).toBe(200);
  });
});

describe('The dashboard', () => {
  it('is part of the application', async () => {
    const { ask } = await start();
    const response = await ask('/dashboard/sign-in');
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('X-Request-Id')).not.toBeNull();
  });
});
