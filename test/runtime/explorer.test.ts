import { afterAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { type Config, procedure } from '../../src/index.js';
import { createApp, createLog, type RuntimeOptions } from '../../src/runtime/index.js';
import { FetchBrowser } from '../dashboard/support/browser.js';
import { getBytes } from './support/get-bytes.js';
import { signIn } from './support/sign-in.js';
import {
  type RunningService,
  routeOf,
  startService,
  stopServices,
  tableOf,
} from './support/start-service.js';

afterAll(stopServices);

const FILES = [
  '/api/docs',
  '/api/docs/openapi.json',
  '/api/docs/scalar.js',
  '/api/docs/explorer.js',
  '/api/docs/explorer.css',
];
const DEVELOPMENT: RuntimeOptions = { mode: 'development' };

const at = (path: string, protect = false) =>
  procedure
    .meta({
      openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect },
      rateLimit: false,
    })
    .input(z.object({ name: z.string().optional() }))
    .output(z.string())
    .query(({ ctx }) => `a procedure for ${ctx.user?.id}`);

const start = (config: Config = {}, options: RuntimeOptions = {}): Promise<RunningService> =>
  startService({
    routes: [routeOf('own', at('/own', true)), routeOf('any', at('/:name'))],
    config,
    options,
  });

describe('The explorer', () => {
  it.each<[string, Config, RuntimeOptions]>([
    ['in development', {}, DEVELOPMENT],
    ["in development with 'development'", { docs: 'development' }, DEVELOPMENT],
    ['in development with true', { docs: true }, DEVELOPMENT],
    ["in production with 'public'", { docs: 'public' }, {}],
  ])('is served %s, from files of its own', async (_when, config, options) => {
    const { ask } = await start(config, options);
    const types = ['text/html', 'application/json', 'text/javascript', 'text/javascript', 'text/css'];
    for (const [index, path] of FILES.entries()) {
      const response = await ask(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('Content-Type')).toContain(types[index]);
      expect((await response.text()).length).toBeGreaterThan(60);
    }
  });

  it.each<[string, Config, RuntimeOptions]>([
    ['in production', {}, {}],
    ["in production with 'development'", { docs: 'development' }, {}],
    ['in production with true', { docs: true }, {}],
    ['when docs is false', { docs: false }, DEVELOPMENT],
  ])('is a 404 %s, also to a procedure that would take its place', async (_when, config, options) => {
    const { ask } = await start(config, options);
    for (const path of [...FILES, '/api/docs/key']) {
      for (const method of ['GET', 'POST']) {
        const response = await ask(path, { method });
        expect([path, method, response.status]).toEqual([path, method, 404]);
        expect(response.headers.get('Content-Type')).toContain('application/json');
      }
    }
    expect(await (await ask('/api/other')).json()).toBe('a procedure for undefined');
  });

  it('loads nothing that is not on this server, and runs nothing inline', async () => {
    const { ask } = await start({}, DEVELOPMENT);
    const page = await (await ask('/api/docs')).text();
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:/);
    const linked = [...page.matchAll(/(?:src|href)="(?!data:|#)([^"]+)"/g)].map(([, link]) => link as string);
    const paths = linked.map((link) => new URL(link, 'http://server/api/docs').pathname);
    expect(paths.sort()).toEqual(
      [
        ...FILES,
        ...['/api/openapi.json', '/api/openapi.json'],
        ...['/dashboard/activity', '/dashboard/api-keys', '/dashboard/api-keys'],
      ].sort(),
    );
  });

  it('has a policy that reaches the API and nothing else of the server', async () => {
    const { ask, url } = await start({ baseUrl: 'https://api.example.com' }, DEVELOPMENT);
    const hosts = [new URL(url).host, 'api.example.com'];
    const policy = (await ask('/api/docs')).headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src ${hosts[0]}/api/docs/ ${hosts[1]}/api/docs/`,
        `connect-src ${hosts[0]}/api/ ${hosts[1]}/api/`,
        "frame-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    );
    const odd = await getBytes(`${url}/api/docs`, { Host: '[::1]:80' });
    expect(odd.headers['content-security-policy']).toContain("connect-src 'self' api.example.com/api/");
  });

  it('shows its words in the language of the reader', async () => {
    const { ask } = await start({}, DEVELOPMENT);
    for (const [language, words] of [
      ['de-CH', 'API-Schlüssel'],
      ['ja', 'API キー'],
      ['xx', 'API keys'],
    ] as const) {
      const response = await ask('/api/docs', { headers: { 'Accept-Language': language } });
      expect(await response.text()).toContain(words);
      expect(response.headers.get('Vary')).toContain('Accept-Language');
    }
  });

  it('has the name of the API as text', async () => {
    const { ask } = await start({ info: { title: '<b>"Notes"</b>' } }, DEVELOPMENT);
    const page = await (await ask('/api/docs')).text();
    expect(page).toContain('<title>&lt;b&gt;&quot;Notes&quot;&lt;/b&gt;</title>');
    expect(page).not.toContain('<b>');
  });

  it('links to no dashboard where there is none', async () => {
    const { ask } = await start({}, { ...DEVELOPMENT, serves: 'api' });
    expect(await (await ask('/api/docs')).text()).not.toContain('/dashboard');
  });
});

describe("With 'signed-in' the explorer", () => {
  it('leads everybody else to where one signs in', async () => {
    const { ask } = await start({ docs: 'signed-in' });
    const page = await ask('/api/docs', { redirect: 'manual' });
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/dashboard/sign-in']);
    const description = await ask('/api/docs/openapi.json');
    expect([description.status, await description.json()]).toEqual([
      401,
      { success: false, message: 'A valid API key is required.' },
    ]);
  });

  it('is where who had to sign in first comes back to', async () => {
    const { url, keyring } = await start({ docs: 'signed-in' });
    const browser = new FetchBrowser();
    expect((await browser.open(`${url}/api/docs`)).url.pathname).toBe('/dashboard/sign-in');
    const { token } = await keyring.users.createSignInToken('alice');
    const link = await browser.open(`${url}/dashboard/sign-in?token=${token}`);
    const page = await browser.submit(link, {}, '/dashboard/sign-in');
    expect([page.url.pathname, page.status]).toEqual(['/api/docs', 200]);
    expect(page.text).toContain('id="explorer"');
  });

  it('is there for the users of the dashboard, in no shared cache', async () => {
    const service = await start({ docs: 'signed-in' });
    const { headers, token } = await signIn(service);
    for (const path of ['/api/docs', '/api/docs/openapi.json']) {
      const response = await service.ask(path, { headers });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    }
    await service.keyring.sessions.end(token);
    expect((await service.ask('/api/docs', { headers, redirect: 'manual' })).status).toBe(303);
  });

  it('is there for whom a trusted proxy names', async () => {
    const signInByProxy = { proxyHeader: { name: 'X-User', from: ['127.0.0.1'] } };
    const service = await start({
      docs: 'signed-in',
      signIn: signInByProxy,
      baseUrl: 'http://127.0.0.1',
    });
    const headers = { 'X-User': 'bob', 'Sec-Fetch-Site': 'same-origin' };
    expect((await service.ask('/api/docs', { headers })).status).toBe(200);
    const { payload } = await (await service.ask('/api/docs/key', { method: 'POST', headers })).json();
    const own = await service.ask('/api/own', { headers: { Authorization: `Bearer ${payload.key}` } });
    expect(await own.json()).toBe('a procedure for bob');
  });

  it('does not open to a key', async () => {
    const service = await start({ docs: 'signed-in' });
    const headers = { Authorization: `Bearer ${await service.createKey()}` };
    expect((await service.ask('/api/docs', { headers, redirect: 'manual' })).status).toBe(303);
  });

  it('cannot be where an application identifies its users itself', async () => {
    const routes = await tableOf({ routes: [] });
    const config: Config = { docs: 'signed-in', authenticate: () => null };
    expect(() => createApp(routes, config, { log: createLog({ destination: { write() {} } }) })).toThrow(
      "docs: 'signed-in' requires API keys, which a custom authenticate replaces.",
    );
  });
});

describe('The key of the explorer', () => {
  const same = { 'Sec-Fetch-Site': 'same-origin' };

  it('is made by a POST of the page, opens the API for an hour, and is listed', async () => {
    const service = await start({}, DEVELOPMENT);
    const { headers } = await signIn(service);
    const response = await service.ask('/api/docs/key', { method: 'POST', headers: { ...headers, ...same } });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    const { payload } = await response.json();
    expect(payload.expiresAt).toBe(new Date(service.clock.now + 3_600_000).toISOString());
    const call = () => service.ask('/api/own', { headers: { Authorization: `Bearer ${payload.key}` } });
    expect(await (await call()).json()).toBe('a procedure for alice');
    const listed = await service.keyring.apiKeys.list('alice');
    expect(listed.map(({ name, scopes }) => ({ name, scopes }))).toEqual([
      { name: 'API explorer', scopes: [] },
    ]);
    service.clock.now += 3_600_000;
    expect((await call()).status).toBe(401);
  });

  it('is for nobody who is not signed in, and for no page of another site', async () => {
    const service = await start({}, DEVELOPMENT);
    const { headers } = await signIn(service);
    const ask = (more: Record<string, string>) =>
      service.ask('/api/docs/key', { method: 'POST', headers: more });
    expect((await ask(same)).status).toBe(401);
    expect((await ask({ ...same, Authorization: `Bearer ${await service.createKey()}` })).status).toBe(401);
    for (const more of [
      {},
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
    ])
      expect([more, (await ask({ ...headers, ...more })).status]).toEqual([more, 403]);
    expect((await service.keyring.apiKeys.list('alice')).length).toBe(1);
  });

  it('is not made by a GET', async () => {
    const service = await start({}, DEVELOPMENT);
    const { headers } = await signIn(service);
    const response = await service.ask('/api/docs/key', { headers: { ...headers, ...same } });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await service.keyring.apiKeys.list('alice')).toEqual([]);
  });

  it('is not there where an application identifies its users itself', async () => {
    const { ask } = await start({ docs: 'public', authenticate: () => null });
    expect((await ask('/api/docs/key', { method: 'POST' })).status).toBe(404);
    const page = await (await ask('/api/docs')).text();
    expect(page).not.toContain('/dashboard');
  });
});

test('H-26 disableOpenAPI answers 404 for the explorer whoever may open it.', async () => {
  const { ask } = await start({ docs: 'public', disableOpenAPI: true }, DEVELOPMENT);
  for (const path of FILES) expect([path, (await ask(path)).status]).toEqual([path, 404]);
});
