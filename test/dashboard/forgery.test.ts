import { afterEach, beforeEach, expect, test } from 'vitest';
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
  [{ Origin: 'SELF' }, true],
  [{ Origin: 'https://evil.example' }, false],
  [{ Origin: 'SELF.evil.example' }, false],
  [{ Origin: 'http://127.0.0.1:1' }, false],
  [{ Origin: 'ftp://127.0.0.1' }, false],
  [{ Origin: 'null' }, false],
  [{}, false],
];

test.each(CASES)('a form sent with %j is let in: %s', async (template, isLetIn) => {
  const cookie = await dashboard.signIn();
  const headers = Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, value.replace('SELF', dashboard.url)]),
  );
  const answer = await dashboard.ask('/dashboard/api-keys', {
    method: 'POST',
    body: 'name=CI',
    headers: { ...FORM, ...headers, Cookie: cookie },
  });
  expect(answer.status).toBe(isLetIn ? 201 : 403);
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(isLetIn ? 1 : 0);
});

test('over https an Origin of plain http is another origin', async () => {
  const secure = await startDashboard({ isSecure: () => true });
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

test('signing in, signing out and deleting are guarded alike', async () => {
  const cookie = await dashboard.signIn();
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const { token } = await dashboard.keyring.users.createSignInToken('mallory');
  const headers = { ...FORM, Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' };
  const paths = ['/dashboard/sign-in', '/dashboard/sign-out', `/dashboard/api-keys/${record.id}/delete`];
  for (const path of paths) {
    const answer = await dashboard.ask(path, { method: 'POST', body: `token=${token}`, headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(1);
  expect((await dashboard.ask('/dashboard/api-keys', { headers: { Cookie: cookie } })).status).toBe(200);
  expect(await dashboard.keyring.users.redeemSignInToken(token)).toBe('mallory');
});
