import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProcedureError } from '../../src/protocol/procedure-error.js';
import { type RunningDashboard, START, startDashboard } from './support/start-dashboard.js';

const DAY_MS = 86_400_000;

let dashboard: RunningDashboard;
let headers: Record<string, string>;
let path: string;
let secret: string;
beforeEach(async () => {
  dashboard = await startDashboard();
  headers = { Cookie: await dashboard.signIn() };
  const expiresAt = new Date(START + 30 * DAY_MS);
  const created = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI', expiresAt });
  path = `/dashboard/api-keys/${created.record.id}`;
  secret = created.secret;
});
afterEach(() => dashboard.close());

const show = async (address = path) => (await dashboard.ask(address, { headers })).text();
const post = (action: string, fields: Record<string, string> = {}) =>
  dashboard.post(`${path}/${action}`, fields, { headers });
const readKey = async () => (await dashboard.keyring.apiKeys.list('local'))[0];

async function follow(answer: Response): Promise<string> {
  expect(answer.status).toBe(303);
  return show(answer.headers.get('location') ?? '');
}

test('a key has a page that says what it may do, with what can be done', async () => {
  expect(await show('/dashboard/api-keys')).toContain(`href="${path}"`);
  const page = await show();
  expect(page).toContain('<h1><bdi>CI</bdi></h1>');
  expect(page).toContain('Active');
  for (const action of ['edit', 'rotate', 'delete', 'disable']) expect(page).toContain(`${path}/${action}`);
});

test('a key is disabled and enabled, and refused in between', async () => {
  expect(await follow(await post('disable'))).toContain('The key is disabled. Calls with it are refused.');
  expect(await dashboard.keyring.apiKeys.verify(secret)).toBeNull();
  expect(await show('/dashboard/api-keys')).toContain('Disabled');
  const page = await show();
  expect(page).toContain(`${path}/enable`);
  // A key in its place would work at once.
  expect(page).not.toContain(`${path}/rotate`);
  expect((await post('rotate', { overlap: 'day' })).status).toBe(404);
  expect(await follow(await post('enable'))).toContain('The key is enabled again.');
  expect(await dashboard.keyring.apiKeys.verify(secret)).not.toBeNull();
});

test('the name changes and the expiry stays', async () => {
  expect(await show(`${path}/edit`)).toContain('value="CI"');
  const fields = { name: ' Nightly ', expiry: 'keep', lastDay: '2026-12-01' };
  expect(await follow(await post('edit', fields))).toContain('The key was changed.');
  expect(await readKey()).toMatchObject({ name: 'Nightly', expiresAt: new Date(START + 30 * DAY_MS) });
});

test.each([
  ['date', '2026-12-01', '2026-12-01T23:59:59.999Z'],
  ['never', '', undefined],
])('the expiry becomes %s', async (expiry, lastDay, expected) => {
  await post('edit', { name: 'CI', expiry, lastDay });
  expect((await readKey())?.expiresAt?.toISOString()).toBe(expected);
});

test('an expired key works again when its expiry is moved', async () => {
  dashboard.clock.now += 40 * DAY_MS;
  headers = { Cookie: await dashboard.signIn() };
  expect(await show(`${path}/edit`)).toContain('It expired on Apr 9, 2026.');
  expect(await dashboard.keyring.apiKeys.verify(secret)).toBeNull();
  await post('edit', { name: 'CI', expiry: 'date', lastDay: '2026-12-01' });
  expect(await dashboard.keyring.apiKeys.verify(secret)).not.toBeNull();
});

test.each([
  [{ name: ' ', expiry: 'keep' }, 'Give the key a name.'],
  [{ name: 'x'.repeat(101), expiry: 'keep' }, 'A name can have at most 100 characters'],
  [{ name: 'CI', expiry: '90' }, 'Choose one of these.'],
  [{ name: 'CI', expiry: 'date', lastDay: '2026-01-01' }, 'Choose a day from today'],
])('%j is refused beside the field, and nothing changes', async (fields, message) => {
  const before = await readKey();
  const answer = await post('edit', { ...fields });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
  expect(await readKey()).toEqual(before);
});

test('no day that a browser finds wrong keeps a form from being sent', async () => {
  dashboard.clock.now += 40 * DAY_MS;
  headers = { Cookie: await dashboard.signIn() };
  // The field of the day is hidden unless it is chosen, and browsers say nothing of a hidden field.
  for (const address of [`${path}/edit`, '/dashboard/api-keys/new'])
    expect(await show(address)).toMatch(/<form class="form"[^>]* novalidate>/);
  expect(
    await follow(await post('edit', { name: 'Old CI', expiry: 'keep', lastDay: '2026-04-09' })),
  ).toContain('The key was changed.');
});

test('a store that is down is told of, what was typed kept', async () => {
  dashboard.failures.update = new ProcedureError('SERVICE_UNAVAILABLE', 'ENOSPC');
  const answer = await post('edit', { name: 'Nightly', expiry: 'never' });
  expect(answer.status).toBe(503);
  const page = await answer.text();
  expect(page).toContain('The change could not be saved.');
  expect(page).toContain('value="Nightly"');
  expect(page).not.toContain('ENOSPC');
});

test('K-15 each change has a line in the audit log', async () => {
  await post('disable');
  await post('disable');
  await post('enable');
  await post('edit', { name: 'Nightly', expiry: 'date', lastDay: '2026-12-01' });
  await post('edit', { name: 'Nightly', expiry: 'keep' });
  await dashboard.restart();
  const log = await readFile(join(dashboard.folder, 'store.json.audit.jsonl'), 'utf8');
  const entries = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => /^key\.(changed|disabled|enabled)$/.test(event));
  const { id } = (await readKey()) ?? {};
  expect(entries).toMatchObject([
    { event: 'key.disabled', actor: 'local', key: id, user: 'local', address: '127.0.0.1' },
    { event: 'key.enabled', actor: 'local', key: id },
    { event: 'key.changed', actor: 'local', key: id, name: 'Nightly', expiresAt: '2026-12-01T23:59:59.999Z' },
  ]);
});

test('K-11 another’s key is neither shown nor changed', async () => {
  headers = { Cookie: await dashboard.signIn('alice') };
  expect((await dashboard.ask(path, { headers })).status).toBe(404);
  expect((await dashboard.ask(`${path}/edit`, { headers })).status).toBe(404);
  for (const action of ['edit', 'disable', 'enable'])
    expect((await post(action, { name: 'mine', expiry: 'never' })).status).toBe(404);
  expect(await readKey()).toMatchObject({ name: 'CI', disabled: false });
});
