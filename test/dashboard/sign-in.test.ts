import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY_USE, type RunningDashboard, readCookie, startDashboard } from './support/start-dashboard.js';

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

const newToken = async (userId = 'local') => (await dashboard.keyring.users.createSignInToken(userId)).token;

test('/dashboard leads to the keys, and who is not signed in is led to the sign-in page', async () => {
  const root = await dashboard.ask('/dashboard');
  expect(root.status).toBe(303);
  expect(root.headers.get('location')).toBe('/dashboard/api-keys');

  for (const path of ['/dashboard/api-keys', '/dashboard/api-keys/key_abc/delete']) {
    const answer = await dashboard.ask(path);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/dashboard/sign-in');
  }
  const create = await dashboard.post('/dashboard/api-keys', { name: 'CI' });
  expect(create.headers.get('location')).toBe('/dashboard/sign-in');
});

test('without a token the sign-in page names the command that makes a link', async () => {
  const answer = await dashboard.ask('/dashboard/sign-in');
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(page).toContain('<code id="link-command">npx procgen users link</code>');
  expect(page).not.toContain('<form');
});

test('in development the page says that the terminal of the server shows a link', async () => {
  const development = await startDashboard({ mode: 'development' });
  try {
    expect(await (await development.ask('/dashboard/sign-in')).text()).toContain('procgen serve');
    expect(await (await dashboard.ask('/dashboard/sign-in')).text()).not.toContain('procgen serve');
  } finally {
    await development.close();
  }
});

test('K-16 opening the link any number of times, as a preview does, uses nothing up', async () => {
  const token = await newToken();
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) {
    const answer = await dashboard.ask(`/dashboard/sign-in?token=${token}`, { method });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  const answer = await dashboard.post('/dashboard/sign-in', { token });
  expect(answer.headers.get('location')).toBe('/dashboard/api-keys');
});

test('pressing the button signs in with a cookie that scripts and other sites do not get', async () => {
  const answer = await dashboard.post('/dashboard/sign-in', { token: await newToken('alice') });
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^procgen-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  );

  const page = await dashboard.ask('/dashboard/api-keys', { headers: { Cookie: readCookie(answer) } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('alice');
});

test('a link signs in and opens the API reference where that is served, and nothing else', async () => {
  const open = async (running: RunningDashboard, page: string) => {
    const { token } = await running.keyring.users.createSignInToken('local');
    const question = await (await running.ask(`/dashboard/sign-in?token=${token}`)).text();
    const answer = await running.post('/dashboard/sign-in', { token, open: page });
    const again = { Cookie: readCookie(answer) };
    const second = await running.post('/dashboard/sign-in', { token, open: page }, { headers: again });
    expect(second.headers.get('location')).toBe(answer.headers.get('location'));
    return {
      isOffered: question.includes('Sign in and open the API reference'),
      location: answer.headers.get('location'),
    };
  };
  expect(await open(dashboard, 'docs')).toEqual({ isOffered: true, location: '/api/docs' });
  for (const page of ['', 'https://evil.example/', '//evil.example', '/api/items'])
    expect((await open(dashboard, page)).location).toBe('/dashboard/api-keys');

  const unexplored = await startDashboard({ api: () => ({ ...KEY_USE, docsPath: null }) });
  try {
    expect(await open(unexplored, 'docs')).toEqual({ isOffered: false, location: '/dashboard/api-keys' });
  } finally {
    await unexplored.close();
  }
});

test('K-16 of two parallel uses of one link one wins', async () => {
  const token = await newToken();
  const answers = await Promise.all([
    dashboard.post('/dashboard/sign-in', { token }),
    dashboard.post('/dashboard/sign-in', { token }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toHaveLength(1);
});

test('K-16 an unknown, used or old link is refused with one and the same page', async () => {
  const used = await newToken();
  await dashboard.post('/dashboard/sign-in', { token: used });
  const old = await newToken();
  dashboard.clock.now += 31 * 60_000;
  const pages = [];
  for (const token of [used, old, 'nonsense', '']) {
    const answer = await dashboard.post('/dashboard/sign-in', { token });
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
    pages.push(await answer.text());
  }
  expect(new Set(pages).size).toBe(1);
});

test('K-16 a link works until its 30 minutes are over, and not after', async () => {
  const tokens = [await newToken(), await newToken()];
  dashboard.clock.now += 30 * 60_000 - 1;
  const early = await dashboard.post('/dashboard/sign-in', { token: tokens[0] ?? '' });
  expect(early.status).toBe(303);
  dashboard.clock.now += 1;
  const late = await dashboard.post('/dashboard/sign-in', { token: tokens[1] ?? '' });
  expect(late.status).toBe(400);
});

test('K-16 of ten parallel uses one wins, and the session of the one works', async () => {
  const token = await newToken('alice');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => dashboard.post('/dashboard/sign-in', { token })),
  );
  const [winner, ...others] = answers.filter(({ status }) => status === 303);
  expect(others).toEqual([]);
  const headers = { Cookie: readCookie(winner as Response) };
  expect((await dashboard.ask('/dashboard/api-keys', { headers })).status).toBe(200);
});

test('whatever a request asks for, signing in and out leads to the dashboard’s own pages', async () => {
  for (const name of ['next', 'return_to', 'redirect_uri', 'url']) {
    for (const target of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const query = new URLSearchParams({ [name]: target });
      const fields = { [name]: target, token: await newToken() };
      const signedIn = await dashboard.post(`/dashboard/sign-in?${query}`, fields);
      expect(signedIn.headers.get('location')).toBe('/dashboard/api-keys');
      const headers = { Cookie: readCookie(signedIn), Referer: target };
      const shown = await dashboard.ask(`/dashboard/sign-in?${query}`, { headers });
      expect(shown.headers.get('location')).toBe('/dashboard/api-keys');
      const signedOut = await dashboard.post(`/dashboard/sign-out?${query}`, fields, { headers });
      expect(signedOut.headers.get('location')).toBe('/dashboard/sign-in?notice=signed-out');
      const page = await dashboard.ask(`/dashboard/sign-in?${query}`);
      expect(await page.text()).not.toContain('evil');
    }
  }
});

test('the second click of a double click lands on the keys', async () => {
  const token = await newToken();
  const first = await dashboard.post('/dashboard/sign-in', { token });
  const headers = { Cookie: readCookie(first) };
  const second = await dashboard.post('/dashboard/sign-in', { token }, { headers });
  expect(second.headers.get('location')).toBe('/dashboard/api-keys');
});

test('signing in again ends the session before', async () => {
  const before = await dashboard.signIn();
  const headers = { Cookie: before };
  await dashboard.post('/dashboard/sign-in', { token: await newToken('bob') }, { headers });
  const answer = await dashboard.ask('/dashboard/api-keys', { headers });
  expect(answer.status).toBe(303);
});

test('signing out ends the session on the server and takes the cookie away', async () => {
  const headers = { Cookie: await dashboard.signIn() };
  const answer = await dashboard.post('/dashboard/sign-out', {}, { headers });
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^procgen-\d+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect((await dashboard.ask('/dashboard/api-keys', { headers })).status).toBe(303);
  const page = await dashboard.ask(answer.headers.get('location') ?? '');
  expect(await page.text()).toContain('You are signed out.');
});

test('K-19 a key never opens the dashboard', async () => {
  const { secret } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const headers = {
    Authorization: `Bearer ${secret}`,
    Cookie: `procgen-${new URL(dashboard.url).port}=${secret}`,
  };
  expect((await dashboard.ask('/dashboard/api-keys', { headers })).status).toBe(303);
});

test('over https the cookie is Secure and bound to the host', async () => {
  const secure = await startDashboard({ isSecure: true });
  try {
    const cookie = await secure.signIn();
    expect(cookie).toMatch(/^__Host-procgen-\d+=/);
    const page = await secure.ask('/dashboard/api-keys', { headers: { Cookie: cookie } });
    expect(page.status).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expect((await secure.ask('/dashboard/api-keys', { headers: { Cookie: plain } })).status).toBe(303);
  } finally {
    await secure.close();
  }
});

test('no token and no session stands in the log', async () => {
  const token = await newToken();
  const answer = await dashboard.post('/dashboard/sign-in', { token });
  await dashboard.post('/dashboard/sign-in', { token });
  const log = dashboard.log.join('\n');
  expect(log).toContain('signed in');
  expect(log).toContain('sign-in refused');
  expect(log).not.toContain(token);
  expect(log).not.toContain(readCookie(answer).split('=')[1]);
});

test.each([
  [
    'development',
    'file:data/my store.json',
    "npx procgen users link --store 'file:data/my store.json'",
    false,
  ],
  ['production', 'file:/srv/keys/store.json', 'npx procgen users link', true],
  ['development', 'postgres://…', 'npx procgen users link', true],
] as const)(
  'in %s with the store %s the command is whole, or the page says what to add',
  async (mode, store, command, isHinted) => {
    const other = await startDashboard({ mode, store });
    try {
      const page = await (await other.ask('/dashboard/sign-in')).text();
      expect(page).toContain(`<code id="link-command">${command.replaceAll("'", '&#39;')}</code>`);
      expect(page.includes('add --store.')).toBe(isHinted);
      expect(page).not.toContain('/srv/keys');
    } finally {
      await other.close();
    }
  },
);
