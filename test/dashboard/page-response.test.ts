import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createDashboard,
  type Dashboard,
  isDashboardPath,
  type PageRequest,
  SECURITY_HEADERS,
} from '../../src/dashboard/create-dashboard.js';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

let running: RunningDashboard;
let dashboard: Dashboard;
beforeEach(async () => {
  running = await startDashboard();
  const write = () => {};
  const log = { debug: write, info: write, warn: write, error: write };
  dashboard = createDashboard({ keyring: async () => running.keyring, log });
});
afterEach(() => running.close());

type Changes = Partial<PageRequest> & { readonly headers?: Readonly<Record<string, string>> };

function ask(path: string, { headers = {}, ...changes }: Changes = {}) {
  return dashboard({
    method: 'GET',
    path,
    querystring: '',
    header: (name) => headers[name] ?? '',
    isSecure: false,
    host: 'localhost:3000',
    address: '127.0.0.1',
    requestId: 'request-1',
    readProxyUser: () => null,
    readBody: async () => new Uint8Array(),
    ...changes,
  });
}

const LANGUAGE = { 'Content-Language': 'en', Vary: 'Accept-Language' };

test('a redirect is a 303 with an empty body', async () => {
  expect(await ask('/dashboard')).toEqual({
    status: 303,
    headers: {
      ...SECURITY_HEADERS,
      ...LANGUAGE,
      Location: '/dashboard/api-keys',
      'Content-Type': 'text/plain; charset=utf-8',
    },
    body: '',
  });
});

test('a page has its type, and HEAD the body of GET, for the host to measure', async () => {
  const page = await ask('/dashboard/sign-in');
  expect(page).toEqual({
    status: 200,
    headers: { ...SECURITY_HEADERS, ...LANGUAGE, 'Content-Type': 'text/html; charset=utf-8' },
    body: expect.stringMatching(/^<!doctype html>/),
  });
  expect(await ask('/dashboard/sign-in', { method: 'HEAD' })).toEqual(page);
});

test('OPTIONS is answered without body and type', async () => {
  expect(await ask('/dashboard/sign-in', { method: 'OPTIONS' })).toEqual({
    status: 204,
    headers: { ...SECURITY_HEADERS, Allow: 'GET, HEAD, POST, OPTIONS' },
    body: null,
  });
});

test('a file of the pages says that it is always the same', async () => {
  expect(await ask('/dashboard/assets/dashboard.css')).toEqual({
    status: 200,
    headers: { ...SECURITY_HEADERS, 'Cache-Control': 'no-cache', 'Content-Type': 'text/css; charset=utf-8' },
    body: expect.stringContaining(':root'),
    isStatic: true,
  });
});

test('whom the host’s proxy names is signed in, and a page that fails shows the id of the request', async () => {
  const page = await ask('/dashboard/api-keys', { readProxyUser: () => 'alice' });
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('alice</a>')]);
  const broken = await ask('/dashboard/api-keys', {
    readProxyUser: () => {
      throw new Error('broken');
    },
  });
  expect([broken.status, broken.body]).toEqual([500, expect.stringContaining('request-1')]);
});

test.each([
  ['', 'en'],
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['de; q=0.5, en', 'en'],
  ['fr', 'fr'],
  ['zh-Hant, ja;q=0.5', 'zh'],
  ['pl', 'en'],
  ['de;q=0', 'en'],
  ['"', 'en'],
])('for Accept-Language: %s a page is in %s', async (acceptLanguage, language) => {
  const { headers } = await ask('/dashboard/sign-in', { headers: { 'accept-language': acceptLanguage } });
  expect(headers['Content-Language']).toBe(language);
});

test('the dashboard answers at its path and below', () => {
  const paths = ['/dashboard', '/dashboard/', '/dashboard/x', '/', '/dashboards', '/Dashboard', '/api'];
  expect(paths.filter(isDashboardPath)).toEqual(['/dashboard', '/dashboard/', '/dashboard/x']);
});
