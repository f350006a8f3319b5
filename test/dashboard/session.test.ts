import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTestedStore } from '../keys/support/read-tested-store.js';
import { askAs } from './support/ask-as.js';
import { type RunningDashboard, readCookie, startDashboard } from './support/start-dashboard.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TOKEN = /^[\w-]{43}$/;

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

const newToken = async (userId = 'local') => (await dashboard.keyring.users.createSignInToken(userId)).token;

/** Whether the cookie still opens the keys. */
async function isSignedIn(cookie: string, at = dashboard): Promise<boolean> {
  const answer = await at.ask('/dashboard/api-keys', { headers: { Cookie: cookie } });
  expect([200, 303]).toContain(answer.status);
  return answer.status === 200;
}

test('K-17 a session ends after 30 minutes without a visit, and each visit begins them anew', async () => {
  const cookie = await dashboard.signIn();
  for (let visit = 0; visit < 3; visit++) {
    dashboard.clock.now += 30 * MINUTE_MS - 1;
    expect(await isSignedIn(cookie)).toBe(true);
  }
  dashboard.clock.now += 30 * MINUTE_MS;
  expect(await isSignedIn(cookie)).toBe(false);
  // The visit that came too late does not bring it back.
  expect(await isSignedIn(cookie)).toBe(false);
});

test('K-17 a session ends after 12 hours, however busy', async () => {
  const cookie = await dashboard.signIn();
  for (let minute = 20; minute < 12 * 60; minute += 20) {
    dashboard.clock.now += 20 * MINUTE_MS;
    expect(await isSignedIn(cookie)).toBe(true);
  }
  dashboard.clock.now += 20 * MINUTE_MS - 1;
  expect(await isSignedIn(cookie)).toBe(true);
  dashboard.clock.now += 1;
  expect(await isSignedIn(cookie)).toBe(false);
});

test('K-17 the cookie is 256 random bits, of which the store holds a hash', async () => {
  const cookies = await Promise.all(Array.from({ length: 20 }, () => dashboard.signIn()));
  const tokens = cookies.map((cookie) => cookie.split('=')[1] ?? '');
  expect(new Set(tokens).size).toBe(20);
  const store = await readTestedStore(dashboard.folder).readRecords();
  for (const token of tokens) {
    expect(token).toMatch(TOKEN);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(store).not.toContain(token);
  }
});

test('K-17 a cookie that somebody put into the browser before does not become a session', async () => {
  const { port } = new URL(dashboard.url);
  const planted = `procgen-${port}=${'A'.repeat(43)}`;
  const headers = { Cookie: planted };
  const answer = await dashboard.post('/dashboard/sign-in', { token: await newToken() }, { headers });
  expect(readCookie(answer)).not.toBe(planted);
  expect(await isSignedIn(planted)).toBe(false);
  expect(await isSignedIn(readCookie(answer))).toBe(true);
});

test('K-17 signing in begins a new session and ends the one before, of the same user too', async () => {
  const before = await dashboard.signIn();
  const headers = { Cookie: before };
  const answer = await dashboard.post('/dashboard/sign-in', { token: await newToken() }, { headers });
  expect(readCookie(answer)).not.toBe(before);
  expect(await isSignedIn(before)).toBe(false);
  expect(await isSignedIn(readCookie(answer))).toBe(true);
});

test('K-17 signing out ends this session on the server, and no other', async () => {
  const [mine, other] = [await dashboard.signIn(), await dashboard.signIn()];
  const answer = await dashboard.post('/dashboard/sign-out', {}, { headers: { Cookie: mine } });
  expect(answer.headers.getSetCookie()).toHaveLength(1);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^procgen-\d+=; Max-Age=0; /);
  expect(await isSignedIn(mine)).toBe(false);
  expect(await isSignedIn(other)).toBe(true);
});

test('K-17 a session outlives a restart of the server, but not its hours', async () => {
  const cookie = await dashboard.signIn();
  await dashboard.restart();
  expect(await isSignedIn(cookie)).toBe(true);
  dashboard.clock.now += 12 * HOUR_MS;
  await dashboard.restart();
  expect(await isSignedIn(cookie)).toBe(false);
});

test.each([
  ['127.0.0.1:3000', {}, /^procgen-3000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
  ['localhost', {}, /^procgen=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
  ['[::1]:3000', {}, /^procgen-3000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
  ['keys.example.com', {}, /^__Host-procgen=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
  ['keys.example.com:8443', {}, /^__Host-procgen-8443=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
])('K-17 at %s the cookie has the attributes of its scheme', async (host, headers, expected) => {
  const answer = await askAs(dashboard.url, host, {
    path: '/dashboard/sign-in',
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
    form: `token=${await newToken()}`,
  });
  expect(answer.status).toBe(303);
  expect(answer.cookies).toHaveLength(1);
  expect(answer.cookies[0]).toMatch(expected);
  // Never for a whole domain, never for longer than the browser is open.
  expect(answer.cookies[0]).not.toMatch(/Domain|Max-Age|Expires/i);
});

test('K-17 over https the cookie of plain http opens nothing, and the other way round', async () => {
  const secure = await startDashboard({ isSecure: true });
  try {
    const [http, https] = [await dashboard.signIn(), await secure.signIn()];
    expect(https).toMatch(/^__Host-/);
    expect(await isSignedIn(https.replace('__Host-', ''), secure)).toBe(false);
    expect(await isSignedIn(`__Host-${http}`)).toBe(false);
  } finally {
    await secure.close();
  }
});

test('K-17 two servers on one host keep out of each other’s cookies', async () => {
  const other = await startDashboard();
  try {
    const [here, there] = [await dashboard.signIn(), await other.signIn()];
    expect(here.split('=')[0]).not.toBe(there.split('=')[0]);
    // A browser sends both to both: its jar knows hosts, not ports.
    const jar = `${here}; ${there}`;
    expect(await isSignedIn(jar)).toBe(true);
    expect(await isSignedIn(jar, other)).toBe(true);
    const answer = await other.post('/dashboard/sign-out', {}, { headers: { Cookie: jar } });
    expect(readCookie(answer).split('=')[0]).toBe(there.split('=')[0]);
    expect(await isSignedIn(here)).toBe(true);
  } finally {
    await other.close();
  }
});

test('K-17 where somebody slipped a second session cookie in, nobody is signed in', async () => {
  const [mine, planted] = [await dashboard.signIn('alice'), await dashboard.signIn('mallory')];
  expect(await isSignedIn(`${planted}; ${mine}`)).toBe(false);
  expect(await isSignedIn(`${mine}; ${planted}`)).toBe(false);
  expect(await isSignedIn(`theme=dark; ${mine}`)).toBe(true);
});

test.each([
  '',
  'x',
  'A'.repeat(43),
  'A'.repeat(300),
  `"${'A'.repeat(43)}"`,
  '%00',
  '../../store.json',
  '__proto__',
])('K-17 a cookie of %j is nobody’s', async (value) => {
  const { port } = new URL(dashboard.url);
  await dashboard.signIn();
  expect(await isSignedIn(`procgen-${port}=${value}`)).toBe(false);
});
