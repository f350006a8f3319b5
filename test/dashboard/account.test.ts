import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeBrowser } from '../../src/dashboard/sign-in/describe-browser.js';
import { type RunningDashboard, readCookie, startDashboard } from './support/start-dashboard.js';

const HOUR_MS = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

async function signIn(userAgent: string, userId = 'local'): Promise<string> {
  const { token } = await dashboard.keyring.users.createSignInToken(userId);
  const headers = { 'User-Agent': userAgent };
  return readCookie(await dashboard.post('/dashboard/sign-in', { token }, { headers }));
}

const read = async (cookie: string) =>
  (await dashboard.ask('/dashboard/account', { headers: { Cookie: cookie } })).text();
const end = (cookie: string, session: string) =>
  dashboard.post('/dashboard/account/end-session', { session }, { headers: { Cookie: cookie } });
const isOpen = async (cookie: string) =>
  (await dashboard.ask('/dashboard/api-keys', { headers: { Cookie: cookie } })).status === 200;
const listSessions = (userId = 'local') => dashboard.keyring.sessions.list(userId, null);

test('the account lists the sessions of its user, with the browser and address each began in', async () => {
  const cookie = await signIn(FIREFOX);
  await signIn('something else');
  await signIn(FIREFOX, 'bob');
  const page = await read(cookie);
  expect(page).toContain('Firefox, Linux');
  expect(page).toContain('Unknown browser');
  expect(page.match(/<code>127\.0\.0\.1<\/code>/g)).toHaveLength(2);
  expect(page.match(/This session/g)).toHaveLength(1);
  expect(page).toMatch(/Firefox, Linux<\/span> <span class="badge ok">This session/);
  expect(page).not.toContain('bob');
  expect(
    await dashboard.ask('/dashboard/api-keys', { headers: { Cookie: cookie } }).then((it) => it.text()),
  ).toContain('href="/dashboard/account"');
});

test('K-17 a session that is ended elsewhere is over at once, and the others go on', async () => {
  const [here, there, third] = [await signIn(FIREFOX), await signIn('curl'), await signIn('curl')];
  dashboard.clock.now += 60_000;
  expect(await isOpen(there)).toBe(true);
  const other = (await listSessions())[0]?.id ?? '';
  const answer = await end(here, other);
  expect(answer.headers.get('location')).toBe('/dashboard/account?notice=ended');
  expect([await isOpen(here), await isOpen(there), await isOpen(third)]).toEqual([true, false, true]);
  expect((await end(here, other)).headers.get('location')).toBe('/dashboard/account?notice=over');
  const audit = readFileSync(join(dashboard.folder, 'store.json.audit.jsonl'), 'utf8');
  expect(audit.match(/"session\.ended"/g)).toHaveLength(1);
});

test('K-11 nobody ends a session of somebody else', async () => {
  const cookie = await signIn(FIREFOX);
  const foreign = await signIn(FIREFOX, 'bob');
  const id = (await listSessions('bob'))[0]?.id ?? '';
  expect((await end(cookie, id)).headers.get('location')).toBe('/dashboard/account?notice=over');
  expect(await isOpen(foreign)).toBe(true);
});

test('to end this session is to sign out', async () => {
  const cookie = await signIn(FIREFOX);
  const answer = await end(cookie, (await listSessions())[0]?.id ?? '');
  expect(answer.headers.get('location')).toBe('/dashboard/sign-in?notice=signed-out');
  expect(await isOpen(cookie)).toBe(false);
});

test('who signs out everywhere is signed out in every browser, and in no account but their own', async () => {
  const cookies = [await signIn(FIREFOX), await signIn('curl'), await signIn(FIREFOX, 'bob')];
  const { secret } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'ci' });
  const answer = await dashboard.post(
    '/dashboard/account/sign-out-everywhere',
    {},
    {
      headers: { Cookie: cookies[1] ?? '' },
    },
  );
  expect(answer.headers.get('location')).toBe('/dashboard/sign-in?notice=signed-out');
  expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0');
  expect(await Promise.all(cookies.map(isOpen))).toEqual([false, false, true]);
  expect(await dashboard.keyring.apiKeys.verify(secret)).not.toBeNull();
  expect(await listSessions()).toEqual([]);
});

test('the explorer’s key of a session ends with the session, wherever that is ended', async () => {
  const cookies = [await signIn(FIREFOX), await signIn('curl'), await signIn('curl')];
  const secrets = await Promise.all(
    cookies.map(async (cookie) => {
      const sessionToken = cookie.split('=')[1] ?? '';
      return (await dashboard.keyring.explorerKeys.issue({ userId: 'local', sessionToken })).secret;
    }),
  );
  const works = () =>
    Promise.all(secrets.map(async (secret) => (await dashboard.keyring.apiKeys.verify(secret)) !== null));
  expect(await works()).toEqual([true, true, true]);
  const token = cookies[1]?.split('=')[1] ?? '';
  const { id = '' } =
    (await dashboard.keyring.sessions.list('local', token)).find(({ isCurrent }) => isCurrent) ?? {};
  await end(cookies[0] ?? '', id);
  expect(await works()).toEqual([true, false, true]);
  await dashboard.post(
    '/dashboard/account/sign-out-everywhere',
    {},
    { headers: { Cookie: cookies[0] ?? '' } },
  );
  expect(await works()).toEqual([false, false, false]);
});

test('a session that is over is not listed', async () => {
  await signIn(FIREFOX);
  dashboard.clock.now += HOUR_MS;
  const cookie = await signIn('curl');
  expect(await read(cookie)).not.toContain('Firefox');
  expect(await listSessions()).toHaveLength(1);
});

test('the page shows no more of a session than tells it from others', async () => {
  const cookie = await signIn(FIREFOX);
  const page = await read(cookie);
  expect(page).not.toContain(cookie.split('=')[1]);
  expect(page).not.toMatch(/[0-9a-f]{17}/);
});

test.each([
  [FIREFOX, 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome, iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  ['curl/8.5.0', null],
  ['', null],
])('%s is %s', (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name);
});
