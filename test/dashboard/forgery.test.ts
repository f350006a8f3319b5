import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askAs } from './support/ask-as.js';
import { listPaths } from './support/list-paths.js';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** `SELF` stands for the dashboard's own origin. */
const CASES: readonly [headers: Record<string, string>, isLetIn: boolean][] = [
  [{ 'Sec-Fetch-Site': 'same-origin' }, true],
  [{ 'Sec-Fetch-Site': 'none' }, true],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, true],
  [{ 'Sec-Fetch-Site': 'same-site' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'SELF' }, false],
  [{ 'Sec-Fetch-Site': 'anything' }, false],
  [{ 'Sec-Fetch-Site': 'Same-Origin' }, false],
  [{ 'Sec-Fetch-Site': 'same-origin, cross-site' }, false],
  [{ Origin: 'SELF' }, true],
  [{ Origin: 'https://evil.example' }, false],
  [{ Origin: 'SELF.evil.example' }, false],
  [{ Origin: 'http://127.0.0.1' }, false],
  [{ Origin: 'http://127.0.0.1:1' }, false],
  [{ Origin: 'http://localhost:PORT' }, false],
  [{ Origin: 'ftp://127.0.0.1' }, false],
  [{ Origin: 'file://' }, false],
  [{ Origin: 'null' }, false],
  [{ Origin: '' }, false],
  [{ Referer: 'SELF' }, false],
  [{ 'X-Requested-With': 'XMLHttpRequest' }, false],
  [{}, false],
];

function fill(template: Record<string, string>): Record<string, string> {
  const { origin, port } = new URL(dashboard.url);
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [
      name,
      value.replace('SELF', origin).replace('PORT', port),
    ]),
  );
}

const readStore = () => readFile(join(dashboard.folder, 'store.json'), 'utf8');

test.each(CASES)('K-18 a form sent with %j is let in: %s', async (template, isLetIn) => {
  const cookie = await dashboard.signIn();
  const answer = await dashboard.ask('/dashboard/api-keys', {
    method: 'POST',
    body: 'name=CI',
    headers: { ...FORM, ...fill(template), Cookie: cookie },
  });
  expect(answer.status).toBe(isLetIn ? 201 : 403);
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(isLetIn ? 1 : 0);
});

test('K-18 every route that changes something refuses every forged form, and nothing changes', async () => {
  const cookie = await dashboard.signIn();
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const { token } = await dashboard.keyring.users.createSignInToken('mallory');
  const before = await readStore();
  const forged = CASES.filter(([, isLetIn]) => !isLetIn);
  const paths = listPaths(record.id).filter(({ methods }) => methods.includes('POST'));
  expect(paths.length).toBeGreaterThanOrEqual(4);
  for (const { path } of paths) {
    for (const [template] of forged) {
      const answer = await dashboard.ask(path, {
        method: 'POST',
        body: new URLSearchParams({ token, name: 'CI' }),
        headers: { ...fill(template), Cookie: cookie },
      });
      expect([path, template, answer.status]).toEqual([path, template, 403]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  }
  expect(await readStore()).toBe(before);
});

test('K-18 no other method does anything on any route, wherever it comes from', async () => {
  const cookie = await dashboard.signIn();
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const before = await readStore();
  for (const { path, methods } of listPaths(record.id)) {
    for (const method of [
      'PUT',
      'PATCH',
      'DELETE',
      'PROPFIND',
      ...(methods.includes('POST') ? [] : ['POST']),
    ]) {
      const answer = await askAs(dashboard.url, new URL(dashboard.url).host, {
        method,
        path,
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
        form: 'name=CI',
      });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.cookies).toEqual([]);
    }
  }
  expect(await readStore()).toBe(before);
});

test('K-18 GET, HEAD and OPTIONS change nothing on any route, whatever stands in the query', async () => {
  const cookie = await dashboard.signIn();
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const { token } = await dashboard.keyring.users.createSignInToken('alice');
  const before = await readStore();
  const query = new URLSearchParams({ token, name: 'CI', method: 'POST', _method: 'DELETE', code: 'x' });
  for (const { path } of listPaths(record.id)) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const headers = { Cookie: cookie, 'X-HTTP-Method-Override': 'POST', 'Sec-Fetch-Site': 'same-origin' };
      const answer = await dashboard.ask(`${path}?${query}`, { method, headers });
      expect([method, path, answer.status < 500]).toEqual([method, path, true]);
      expect(answer.headers.getSetCookie().filter((set) => /^procgen-\d+=/.test(set))).toEqual([]);
    }
  }
  expect(await readStore()).toBe(before);
  expect(await dashboard.keyring.users.redeemSignInToken(token)).toBe('alice');
});

test('K-18 over https an Origin of plain http is another origin', async () => {
  const secure = await startDashboard({ isSecure: true });
  try {
    const cookie = await secure.signIn();
    const send = (origin: string) =>
      secure.ask('/dashboard/api-keys', {
        method: 'POST',
        body: 'name=CI',
        headers: { ...FORM, Cookie: cookie, Origin: origin },
      });
    expect((await send(secure.url)).status).toBe(403);
    expect((await send(secure.url.replace('http:', 'https:'))).status).toBe(201);
  } finally {
    await secure.close();
  }
});

test('K-18 the origin of baseUrl is the server’s own, behind a proxy that shows it another Host', async () => {
  const proxied = await startDashboard({ baseUrl: 'https://keys.example.com/' });
  try {
    const cookie = await proxied.signIn();
    const send = async (origin: string) => {
      const headers = { ...FORM, Cookie: cookie, Origin: origin };
      return (await proxied.ask('/dashboard/api-keys', { method: 'POST', body: 'name=CI', headers })).status;
    };
    expect(await send('https://keys.example.com')).toBe(201);
    expect(await send('http://keys.example.com')).toBe(403);
    expect(await send('https://keys.example.com:8443')).toBe(403);
    expect(await send('https://keys.example.com.evil.example')).toBe(403);
  } finally {
    await proxied.close();
  }
});
