import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

let dashboard: RunningDashboard;
let headers: Record<string, string>;
beforeEach(async () => {
  dashboard = await startDashboard();
  headers = { Cookie: await dashboard.signIn() };
});
afterEach(() => dashboard.close());

const show = async (path = '/dashboard/activity') => (await dashboard.ask(path, { headers })).text();
const eventsOn = (page: string) =>
  [...page.matchAll(/class="audit-event">([^<]*)</g)].map(([, event = '']) => event);

test('K-15 a user sees what happened with their keys and sign-ins, the newest first', async () => {
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  await dashboard.post(`/dashboard/api-keys/${record.id}/disable`, {}, { headers });
  const page = await show();
  expect(eventsOn(page)).toEqual([
    'Key disabled',
    'Key created',
    'Signed in',
    'Sign-in link used',
    'Sign-in link created',
    'Account created',
  ]);
  expect(page).toContain(`href="/dashboard/api-keys/${record.id}"><bdi>CI</bdi>`);
  expect(page).toContain('127.0.0.1');
  expect(page).toContain('Terminal');
  expect(page).not.toContain('<bdi>cli</bdi>');
  await dashboard.keyring.apiKeys.delete({ userId: 'local', id: record.id });
  expect(await show()).toContain(`<code>${record.id}</code>`);
});

test('a page that could not be shown is tried again where it is, and a form from the list', async () => {
  dashboard.failures.list = new TypeError('a bug');
  expect(await show('/dashboard/activity?page=2')).toMatch(/href="" data-retry>Try again</);
  const form = await dashboard.post('/dashboard/api-keys/delete', { id: 'key_1' }, { headers });
  expect(form.status).toBe(500);
  expect(await form.text()).toMatch(/href="\/dashboard\/api-keys">Back to your API keys</);
});

test('K-11 a user sees nothing of others', async () => {
  await dashboard.keyring.apiKeys.create({ userId: 'alice', name: 'Alice’s own' });
  const page = await show();
  expect(page).not.toContain('Alice');
  expect(eventsOn(page)).not.toContain('Key created');
});

test('there are 50 entries on a page', async () => {
  for (let count = 0; count < 60; count++) await dashboard.keyring.users.createSignInToken('local');
  const first = await show();
  expect(eventsOn(first)).toHaveLength(50);
  expect(first).toContain('href="/dashboard/activity?page=2"');
  const second = await show('/dashboard/activity?page=2');
  expect(eventsOn(second)).toHaveLength(14);
  expect(eventsOn(second).at(-1)).toBe('Account created');
  expect(second).toContain('href="/dashboard/activity?page=1"');
});

test('who is not signed in is led to the sign-in page', async () => {
  const answer = await dashboard.ask('/dashboard/activity');
  expect(answer.headers.get('location')).toMatch(/^\/dashboard\/sign-in/);
});
