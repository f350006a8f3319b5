import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProcedureError } from '../../src/protocol/procedure-error.js';
import { StoreError } from '../../src/stores/store-error.js';
import { type RunningDashboard, START, startDashboard } from './support/start-dashboard.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let dashboard: RunningDashboard;
let headers: Record<string, string>;
beforeEach(async () => {
  dashboard = await startDashboard({ maxKeys: 2 });
  headers = { Cookie: await dashboard.signIn() };
});
afterEach(() => dashboard.close());

const makeKey = (more: { userId?: string; expiresAt?: Date | null } = {}) =>
  dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI', scopes: ['read'], ...more });
const pathOf = (id: string) => `/dashboard/api-keys/${id}/rotate`;
const rotate = (id: string, fields: Record<string, string>) =>
  dashboard.post(pathOf(id), fields, { headers });
const listKeys = () => dashboard.keyring.apiKeys.list('local');
const verify = (secret: string) => dashboard.keyring.apiKeys.verify(secret);
const secretIn = (page: string) => /pgk_\w{46}/.exec(page)?.[0] ?? '';

test('the page names the key and asks when the old one stops', async () => {
  const { record } = await makeKey();
  const page = await (await dashboard.ask(pathOf(record.id), { headers })).text();
  expect(page).toContain('Rotate the key “CI”');
  expect(page).toContain(`The old key (${record.start}…) expires`);
  expect(page).toMatch(/value="day"[^>]* checked/);
  expect(page).toContain('Both keys work until March 11, 2026 at 12:00 PM UTC.');
  expect(await listKeys()).toHaveLength(1);
});

test('where the old key ends before the overlap would, the page says so', async () => {
  const { record } = await makeKey({ expiresAt: new Date(START + 2 * DAY_MS) });
  const page = await (await dashboard.ask(pathOf(record.id), { headers })).text();
  expect(page).toMatch(/id="overlap-day">Both keys work until March 11, 2026/);
  expect(page).toMatch(/id="overlap-week">Both keys work until March 12, 2026/);
});

test.each([
  ['hour', HOUR_MS, 'expires in 1 hour'],
  ['day', DAY_MS, 'expires in 1 day'],
  ['week', 7 * DAY_MS, 'expires in 7 days'],
])(
  'K-07 with an overlap of a %s both keys work until then, and the new one is shown once',
  async (overlap, ms, remark) => {
    const { record, secret } = await makeKey({ expiresAt: new Date(START + 90 * DAY_MS) });
    const answer = await rotate(record.id, { overlap });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toContain(`The old key (${record.start}…) ${remark}.`);
    const next = secretIn(page);
    expect((await verify(next))?.record).toMatchObject({ name: 'CI', scopes: ['read'] });
    expect(await verify(secret)).not.toBeNull();
    expect(await (await dashboard.ask('/dashboard/api-keys', { headers })).text()).not.toContain(next);
    expect(dashboard.log.join()).not.toContain(next);
    dashboard.clock.now += ms;
    expect(await verify(secret)).toBeNull();
    expect(await verify(next)).not.toBeNull();
  },
);

test('without an overlap the old key is gone at once', async () => {
  const { record, secret } = await makeKey();
  const page = await (await rotate(record.id, { overlap: 'none' })).text();
  expect(page).toContain(`The old key (${record.start}…) no longer works.`);
  expect(await verify(secret)).toBeNull();
  expect((await listKeys()).map(({ id }) => id)).not.toContain(record.id);
});

test('sending the same form again makes no third key, whether the old one lives on or not', async () => {
  for (const overlap of ['week', 'none']) {
    const { record } = await makeKey();
    const form = /name="form" value="([^"]+)"/.exec(
      await (await dashboard.ask(pathOf(record.id), { headers })).text(),
    )?.[1];
    expect((await rotate(record.id, { overlap, form: form ?? '' })).status).toBe(201);
    const before = await listKeys();
    const again = await rotate(record.id, { overlap, form: form ?? '' });
    expect(again.headers.get('location')).toBe('/dashboard/api-keys?notice=repeated');
    expect(await listKeys()).toEqual(before);
    for (const { id } of before) await dashboard.keyring.apiKeys.delete({ userId: 'local', id });
  }
});

test('K-11 another’s key, an unknown one and one that has expired cannot be rotated', async () => {
  const foreign = await makeKey({ userId: 'alice' });
  const expired = await makeKey({ expiresAt: new Date(START + HOUR_MS) });
  dashboard.clock.now += HOUR_MS;
  headers = { Cookie: await dashboard.signIn() };
  for (const id of [foreign.record.id, expired.record.id, 'key_0000000000000000']) {
    expect((await dashboard.ask(pathOf(id), { headers })).status).toBe(404);
    expect((await rotate(id, { overlap: 'day' })).status).toBe(404);
  }
  expect(await dashboard.keyring.apiKeys.list('alice')).toHaveLength(1);
});

test.each(['year', '', 'constructor', '__proto__'])(
  'an overlap of “%s” is refused beside the choice',
  async (overlap) => {
    const { record } = await makeKey();
    const answer = await rotate(record.id, { overlap });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('aria-describedby="overlap-error"');
    expect(page).toContain('<title>Error: ');
    expect(await listKeys()).toHaveLength(1);
  },
);

test('with as many keys as one may have, the old key cannot live on, and can be replaced at once', async () => {
  const { record } = await makeKey();
  await makeKey();
  const answer = await rotate(record.id, { overlap: 'hour' });
  expect(answer.status).toBe(409);
  const page = await answer.text();
  expect(page).toContain('the maximum number of keys per user (2)');
  expect(page).toMatch(/value="hour"[^>]* checked/);
  expect((await rotate(record.id, { overlap: 'none' })).status).toBe(201);
  expect(await listKeys()).toHaveLength(2);
});

test('a change whose outcome is unknown is not called undone', async () => {
  const { record } = await makeKey();
  const cause = new StoreError('UNKNOWN', 'The answer to COMMIT was lost.');
  dashboard.failures.rotate = new ProcedureError('SERVICE_UNAVAILABLE', cause.message, { cause });
  const page = await (await rotate(record.id, { overlap: 'day' })).text();
  expect(page).toContain('Look at your keys before you try again');
  expect(page).not.toContain('Nothing has changed');
});

test('what cannot be saved is said on the form, and the form can be sent again', async () => {
  const { record } = await makeKey();
  dashboard.failures.rotate = new ProcedureError('SERVICE_UNAVAILABLE', 'ENOSPC at /var/lib');
  const failed = await rotate(record.id, { overlap: 'day', form: 'f1' });
  expect(failed.status).toBe(503);
  const page = await failed.text();
  expect(page).toContain('Nothing has changed');
  expect(page).not.toContain('ENOSPC');
  expect(dashboard.log.join()).toContain('api key not rotated');
  delete dashboard.failures.rotate;
  expect((await rotate(record.id, { overlap: 'day', form: 'f1' })).status).toBe(201);
});
