import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterEach(() => stopServices());

const PAGE = {
  headers: { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' },
  redirect: 'manual',
} as const;

const home = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/', tags: [], summary: 'x', protect: false } })
  .output(z.string())
  .query(async () => 'home');

test('The root leads a browser to the dashboard, and is a 404 to everybody else.', async () => {
  const { ask } = await startService({ routes: [] });
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask('/', { ...PAGE, method });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard/api-keys']);
    expect(answer.headers.get('vary')).toContain('Accept');
  }
  expect((await ask('/', { ...PAGE, method: 'POST' })).status).toBe(404);
  expect((await ask('/', { headers: { Accept: 'application/json' } })).status).toBe(404);
  expect((await ask('/none', PAGE)).status).toBe(404);
});

test('A procedure at the root keeps it.', async () => {
  const { ask } = await startService({ routes: [routeOf('home', home)], prefix: '' });
  expect(await (await ask('/', PAGE)).json()).toBe('home');
});
