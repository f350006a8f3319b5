import { afterEach, beforeEach, expect, test } from 'vitest';
import { FetchBrowser, type Page } from './support/browser.js';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

let dashboard: RunningDashboard;
let browser: FetchBrowser;
let id: string;
beforeEach(async () => {
  dashboard = await startDashboard();
  browser = new FetchBrowser();
  const created = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  id = created.record.id;
});
afterEach(() => dashboard.close());

const open = (path: string) => browser.open(`${dashboard.url}${path}`);

async function signIn() {
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  return submitLink(await open(`/dashboard/sign-in?token=${token}`));
}

/** Presses the button of a sign-in link; the header may have a form too. */
const submitLink = (page: Page) => browser.submit(page, {}, '/dashboard/sign-in');

async function outlast() {
  dashboard.clock.now += 86_400_000;
}

test('a page that was wanted before signing in is shown afterwards, once', async () => {
  const path = `/dashboard/api-keys/${id}`;
  expect((await open(path)).url.pathname).toBe('/dashboard/sign-in');
  expect((await signIn()).url.pathname).toBe(path);
  await outlast();
  await open('/dashboard/api-keys');
  expect((await signIn()).url.pathname).toBe('/dashboard/api-keys');
});

test('the account is shown after signing in, also to who wanted to end a session there', async () => {
  await open('/dashboard/account');
  const page = await signIn();
  expect(page.url.pathname).toBe('/dashboard/account');
  await outlast();
  await browser.submit(page, {}, '/end-session');
  expect((await signIn()).url.pathname).toBe('/dashboard/account');
});

test('the explorer is shown after signing in to whom it sent here', async () => {
  const { port } = new URL(dashboard.url);
  browser.setCookie(dashboard.url, `procgen-wanted-${port}`, encodeURIComponent('/api/docs'));
  expect((await signIn()).url.pathname).toBe('/api/docs');
});

test('the second request of a double click leads to the page that was wanted too', async () => {
  const path = `/dashboard/api-keys/${id}`;
  await open(path);
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  const question = await open(`/dashboard/sign-in?token=${token}`);
  const pages = [await submitLink(question), await submitLink(question)];
  expect(pages.map(({ url }) => url.pathname)).toEqual([path, path]);
});

test('the page that was wanted is forgotten ten seconds after signing in', async () => {
  const { port } = new URL(dashboard.url);
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  const Cookie = `procgen-wanted-${port}=${encodeURIComponent('/dashboard/account')}`;
  const answer = await dashboard.post('/dashboard/sign-in', { token }, { headers: { Cookie } });
  expect(answer.headers.getSetCookie()[1]).toContain(`${Cookie}; Max-Age=10;`);
});

test('K-07 a key that was searched for is not remembered', async () => {
  const { secret } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const answer = await dashboard.ask(`/dashboard/api-keys?q=${secret}&sort=name`);
  expect(answer.headers.getSetCookie().join()).toContain('sort');
  expect(answer.headers.getSetCookie().join()).not.toContain(secret);
});

test('a search is gone on with', async () => {
  await open('/dashboard/api-keys?q=CI&sort=name&notice=deleted');
  expect((await signIn()).url.search).toBe('?q=CI&sort=name');
});

test('a form that was sent after the session had ended is shown with what was typed', async () => {
  await signIn();
  const form = await open('/dashboard/api-keys/new');
  await outlast();
  const fields = { name: 'Käse & Co', expiry: 'date', lastDay: '2026-05-01', access: 'read' };
  expect((await browser.submit(form, fields, '/dashboard/api-keys')).text).toContain(
    'Your session has ended.',
  );
  const page = await signIn();
  expect(page.url.pathname).toBe('/dashboard/api-keys/new');
  expect(page.text).toContain('value="Käse &amp; Co"');
  expect(page.text).toContain('value="2026-05-01"');
  for (const chosen of ['date', 'read'])
    expect(page.text).toMatch(new RegExp(`value="${chosen}"[^>]* checked`));
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(1);
  expect((await browser.submit(page, fields, '/dashboard/api-keys')).status).toBe(201);
});

test('a change and a rotation are gone on with, and neither has happened', async () => {
  for (const [action, fields, typed] of [
    ['edit', { name: 'Nightly', expiry: 'never' }, 'value="Nightly"'],
    ['rotate', { overlap: 'week' }, 'value="week"'],
  ] as const) {
    await signIn();
    const form = await open(`/dashboard/api-keys/${id}/${action}`);
    await outlast();
    await browser.submit(form, { ...fields }, action);
    const page = await signIn();
    expect(page.url.pathname).toBe(`/dashboard/api-keys/${id}/${action}`);
    expect(page.text).toMatch(new RegExp(`${typed}[^>]*( checked|required)`));
  }
  expect(await dashboard.keyring.apiKeys.list('local')).toMatchObject([{ name: 'CI' }]);
});

test('a key that was to be disabled is shown', async () => {
  await signIn();
  const page = await open(`/dashboard/api-keys/${id}`);
  await outlast();
  await browser.submit(page, {}, '/disable');
  expect((await signIn()).url.pathname).toBe(`/dashboard/api-keys/${id}`);
  expect(await dashboard.keyring.apiKeys.list('local')).toMatchObject([{ disabled: false }]);
});

test.each([
  'https://attacker.example/',
  '//attacker.example/',
  '/dashboard/sign-out',
  '/dashboard/api-keys/\r\nX: y',
  '/api/items',
  '/api/docs/key',
  '/dashboard/../api/items',
])('a cookie with %j leads nowhere but to the list', async (address) => {
  const { port } = new URL(dashboard.url);
  browser.setCookie(dashboard.url, `procgen-wanted-${port}`, encodeURIComponent(address));
  expect((await signIn()).url.pathname).toBe('/dashboard/api-keys');
});

test('an old link leads on where somebody is signed in, and a good one still asks', async () => {
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  const link = `/dashboard/sign-in?token=${token}`;
  await submitLink(await open(link));
  expect((await open(link)).url.pathname).toBe('/dashboard/api-keys');
  expect((await open('/dashboard/sign-in?token=nonsense')).url.pathname).toBe('/dashboard/api-keys');
  const { token: other } = await dashboard.keyring.users.createSignInToken('alice');
  const question = await open(`/dashboard/sign-in?token=${other}`);
  expect(question.text).toContain('This link signs you in to procgen.');
  expect((await submitLink(question)).text).toContain('alice</a>');
});
