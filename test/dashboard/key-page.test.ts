import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningDashboard, START, startDashboard } from './support/start-dashboard.js';

const DAY_MS = 86_400_000;
const CALL = { isRefused: false, address: '192.0.2.7', operation: 'items.list', status: 200 };

let dashboard: RunningDashboard;
let headers: Record<string, string>;
beforeEach(async () => {
  dashboard = await startDashboard();
  headers = { Cookie: await dashboard.signIn() };
});
afterEach(() => dashboard.close());

const makeKey = async (more: { userId?: string; name?: string } = {}) =>
  (await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI', ...more })).record;
const view = (id: string) => dashboard.ask(`/dashboard/api-keys/${id}`, { headers });
const read = async (id: string) => (await view(id)).text();

test('the list leads to the page of a key, which shows what is known of it', async () => {
  const { id, start } = await makeKey();
  const list = await (await dashboard.ask('/dashboard/api-keys', { headers })).text();
  expect(list).toContain(`href="/dashboard/api-keys/${id}"`);
  const page = await read(id);
  expect(page).toMatch(/<h1><bdi>CI<\/bdi><\/h1>/);
  for (const text of [id, `${start}…`, 'Full access', 'No calls in the last 30 days.', 'Key created'])
    expect(page).toContain(text);
  expect(page).toContain(`/dashboard/api-keys/${id}/rotate`);
});

test('calls and refusals stand in a chart and in a table, by day in UTC', async () => {
  const { id } = await makeKey();
  dashboard.clock.now = START - 2 * DAY_MS;
  for (let call = 0; call < 1_234; call++) dashboard.keyring.countCall(id, CALL);
  dashboard.clock.now = START;
  dashboard.keyring.countCall(id, { ...CALL, isRefused: true, operation: 'items.create', status: 403 });
  const page = await read(id);
  expect(page).toContain('Calls <strong>1,234</strong>');
  expect(page).toContain('Refused <strong>1</strong>');
  expect(page).toContain('<title>Mar 8, 2026 · Calls 1,234 · Refused 0</title>');
  expect(page.match(/<g><title>/g)).toHaveLength(30);
  expect(page).toContain('<th scope="row">Mar 10, 2026</th><td>0</td><td>1</td>');
  expect(page).toContain('<th scope="row">Mar 8, 2026</th><td>1,234</td><td>0</td>');
  expect(page).toContain('Days begin at midnight UTC');
  expect(page).toContain('<dd><code>items.create</code></dd>');
  expect(page).toContain('<dd><code>403</code></dd>');
  expect(page).toContain('<dd><code>192.0.2.7</code></dd>');
});

test('every bar lies inside the chart, and a single call beside a million is seen', async () => {
  const { id } = await makeKey();
  dashboard.clock.now = START - 2 * DAY_MS;
  dashboard.keyring.countCall(id, CALL);
  for (let call = 0; call < 100_000; call++) dashboard.keyring.countCall(id, { ...CALL, isRefused: true });
  dashboard.clock.now = START - DAY_MS;
  dashboard.keyring.countCall(id, { ...CALL, isRefused: true });
  dashboard.clock.now = START;
  for (let call = 0; call < 100_000; call++) dashboard.keyring.countCall(id, CALL);
  dashboard.keyring.countCall(id, { ...CALL, isRefused: true });
  const bars = [
    ...(await read(id)).matchAll(
      /<rect class="usage-(calls|refusals)"[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"/g,
    ),
  ];
  expect(bars.map(([, name]) => name)).toEqual(['calls', 'refusals', 'refusals', 'calls', 'refusals']);
  for (const [, , y, height] of bars) {
    expect(Number(height)).toBeGreaterThanOrEqual(2);
    expect(Number(y) + Number(height)).toBeLessThanOrEqual(120);
  }
});

test('a key is active, disabled or expired', async () => {
  const { id } = await makeKey();
  const state = async () => /<dt>Status<\/dt><dd><span [^>]*>([^<]*)/.exec(await read(id))?.[1];
  expect(await state()).toBe('Active');
  const expiresAt = new Date(dashboard.clock.now + 60_000);
  await dashboard.keyring.apiKeys.update({ userId: 'local', id, expiresAt });
  dashboard.clock.now += 60_000;
  expect(await state()).toBe('Expired');
  await dashboard.keyring.apiKeys.update({ userId: 'local', id, disabled: true });
  expect(await state()).toBe('Disabled');
});

test('each language has one word for a key that was never used and one for a key that never expires', async () => {
  const { id } = await makeKey();
  const ask = { headers: { ...headers, 'Accept-Language': 'zh' } };
  for (const path of ['/dashboard/api-keys', `/dashboard/api-keys/${id}`]) {
    const page = await (await dashboard.ask(path, ask)).text();
    expect(page).toMatch(/上次使用.*从未/s);
    expect(page).toMatch(/到期时间.*永不过期/s);
  }
});

test('K-11 a key of somebody else, and one that is gone, is a page that is not found', async () => {
  const foreign = await makeKey({ userId: 'bob' });
  const gone = await makeKey();
  await dashboard.keyring.apiKeys.delete({ userId: 'local', id: gone.id });
  const answers = await Promise.all([foreign.id, gone.id, 'key_unknown'].map(view));
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(pages).size).toBe(1);
});

test('who is not signed in sees no key', async () => {
  const { id } = await makeKey();
  const answer = await dashboard.ask(`/dashboard/api-keys/${id}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/sign-in']);
});

test('a name is text, wherever it stands', async () => {
  const { id } = await makeKey({ name: '<img src=x onerror=alert(1)>' });
  expect(await read(id)).not.toContain('<img');
});

test('an expired key cannot be rotated, and its page says that it has expired', async () => {
  const { record } = await dashboard.keyring.apiKeys.create({
    userId: 'local',
    name: 'old',
    expiresAt: new Date(START + 1),
  });
  dashboard.clock.now += 1;
  const page = await read(record.id);
  expect(page).toContain('Expired');
  expect(page).not.toContain('/rotate');
  expect(page).toContain('/delete');
});
