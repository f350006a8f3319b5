import { connect } from 'node:net';
import { Script } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

test('every answer carries the policy, whatever its status', async () => {
  const headers = { Cookie: await dashboard.signIn() };
  const answers = await Promise.all([
    dashboard.ask('/dashboard'),
    dashboard.ask('/dashboard/sign-in'),
    dashboard.ask('/dashboard/api-keys', { headers }),
    dashboard.post('/dashboard/api-keys', { name: 'CI' }, { headers }),
    dashboard.post('/dashboard/api-keys', { name: '' }, { headers }),
    dashboard.ask('/dashboard/nowhere'),
    dashboard.ask('/dashboard/sign-in', { method: 'DELETE' }),
    dashboard.ask('/dashboard/sign-in', { method: 'POST' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 200, 200, 201, 400, 404, 405, 403]);
  for (const answer of answers) {
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('what is not under /dashboard is passed on', async () => {
  for (const path of ['/', '/dashboards', '/Dashboard', '/api/health']) {
    expect(await (await dashboard.ask(path)).text()).toBe('passed on');
  }
});

test.each([
  '/dashboard/nowhere',
  '/dashboard/api-keys/',
  '/dashboard/api-keys/a/b',
  '/dashboard//',
  '/dashboard/assets/x.js',
])('%s is a page that says that there is nothing', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await dashboard.ask(path, { method });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('Page not found');
  }
});

test.each([
  ['/dashboard', 'POST', 'GET, HEAD, OPTIONS'],
  ['/dashboard/sign-out', 'GET', 'POST, OPTIONS'],
  ['/dashboard/api-keys', 'PUT', 'GET, HEAD, POST, OPTIONS'],
  ['/dashboard/api-keys/key_a/delete', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
  ['/dashboard/assets/dashboard.js', 'POST', 'GET, HEAD, OPTIONS'],
])('%s does not take %s and says what it takes', async (path, method, allow) => {
  const wrong = await dashboard.ask(path, { method });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe(allow);
  const options = await dashboard.ask(path, { method: 'OPTIONS' });
  expect(options.status).toBe(204);
  expect(options.headers.get('allow')).toBe(allow);
});

test('HEAD is GET without a body', async () => {
  const answer = await dashboard.ask('/dashboard/sign-in', { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(500);
  expect(await answer.text()).toBe('');
});

test('the page’s own files may be kept by the browser', async () => {
  for (const [path, type] of [
    ['/dashboard/assets/dashboard.js', 'text/javascript; charset=utf-8'],
    ['/dashboard/assets/dashboard.css', 'text/css; charset=utf-8'],
  ] as const) {
    const first = await dashboard.ask(path);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.headers.get('cache-control')).toBe('no-cache');
  }
});

test('the script is whole, and no page has one of its own or a style', async () => {
  const script = await (await dashboard.ask('/dashboard/assets/dashboard.js')).text();
  expect(() => new Script(script)).not.toThrow();
  const headers = { Cookie: await dashboard.signIn() };
  const page = await (await dashboard.post('/dashboard/api-keys', { name: 'CI' }, { headers })).text();
  expect(page).not.toMatch(/<style|<script(?! src=)|\sstyle=|\son\w+=/);
});

test('only a form is read, and only a small one', async () => {
  const headers = { Cookie: await dashboard.signIn() };
  const send = (body: string | Uint8Array<ArrayBuffer>, more: Record<string, string>) =>
    dashboard.ask('/dashboard/api-keys', {
      method: 'POST',
      body,
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin', ...more },
    });
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await send('{"name":"CI"}', { 'Content-Type': 'application/json' })).status).toBe(415);
  expect((await send('name=CI', { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await send('name=CI', { ...form, 'Content-Encoding': 'gzip' })).status).toBe(415);
  expect((await send(new Uint8Array([0x6e, 0x3d, 0xff]), form)).status).toBe(400);
  const large = await send(`name=CI&x=${'x'.repeat(16 * 1024)}`, form);
  expect(large.status).toBe(413);
  expect(large.headers.get('connection')).toBe('close');
  expect(await dashboard.keyring.apiKeys.list('local')).toEqual([]);
  expect((await send(`name=CI&x=${'x'.repeat(16 * 1024 - 10)}`, form)).status).toBe(201);
});

test('an endless form is answered and cut off', async () => {
  const { port, hostname } = new URL(dashboard.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /dashboard/sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000000\r\n\r\n',
  );
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  const isClosed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => {});
  const pump = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pump);
  pump();
  await isClosed;
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(socket.bytesWritten).toBeLessThan(16 * 1024 * 1024);
});

test('what breaks inside is logged and not told', async () => {
  const broken = await startDashboard({
    keyring: async () => {
      throw new Error('lock held by pid 42 at /srv/store.json');
    },
  });
  try {
    const answer = await broken.ask('/dashboard/sign-in?token=secret');
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain('Something went wrong');
    expect(page).not.toMatch(/pid 42|store\.json|secret/);
    expect(broken.log).toHaveLength(1);
    expect(broken.log[0]).not.toContain('secret');
  } finally {
    await broken.close();
  }
});
