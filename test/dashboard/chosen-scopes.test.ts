import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningDashboard, SCOPED_USE, START, startDashboard } from './support/start-dashboard.js';

const DAY_MS = 86_400_000;

let dashboard: RunningDashboard;
let headers: Record<string, string>;
beforeEach(async () => {
  dashboard = await startDashboard({ api: () => SCOPED_USE });
  headers = { Cookie: await dashboard.signIn() };
});
afterEach(() => dashboard.close());

type Fields = Record<string, string> | [string, string][];

const showForm = async (query = '') =>
  (await dashboard.ask(`/dashboard/api-keys/new${query}`, { headers })).text();
const create = (fields: Fields) =>
  dashboard.post('/dashboard/api-keys', {}, { headers, body: new URLSearchParams(fields) });
const listKeys = () => dashboard.keyring.apiKeys.list('local');

test('K-24 the form offers every scope that procedures need, with how many operations it opens', async () => {
  const form = await showForm();
  for (const { name, operations } of SCOPED_USE.scopes) {
    expect(form).toContain(`name="scope" value="${name}"`);
    const text = `${operations} operation${operations === 1 ? '' : 's'}`;
    expect(form).toContain(`<code>${name}</code> <span class="hint">${text}</span>`);
  }
});

test('K-24 where scopes can be chosen the form opens with that choice, unless the address names another', async () => {
  expect(await showForm()).toMatch(/value="chosen"[^>]* checked/);
  expect(await showForm('?access=full')).toMatch(/value="full"[^>]* checked/);
});

test('K-24 a key is narrowed to the chosen scopes', async () => {
  const answer = await create([
    ['name', 'CI'],
    ['access', 'chosen'],
    ['scope', 'items:read'],
    ['scope', 'write'],
  ]);
  expect(answer.status).toBe(201);
  expect((await listKeys())[0]?.scopes).toEqual(['items:read', 'write']);
});

test('K-24 scopes that are ticked count for nothing while full access is chosen', async () => {
  await create({ name: 'CI', access: 'full', scope: 'items:read' });
  expect((await listKeys())[0]?.scopes).toEqual([]);
});

test.each([
  ['no scope', [], 'Choose at least one permission.'],
  ['a scope that no procedure names', ['items:admin'], 'Choose one of these.'],
  ['too many', Array(51).fill('items:read'), 'Choose at most 50 permissions.'],
])('K-24 %s is refused beside the field, what was chosen kept', async (_, scopes, message) => {
  const answer = await create([
    ['name', 'CI'],
    ['access', 'chosen'],
    ...scopes.map((scope): [string, string] => ['scope', scope]),
  ]);
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain(message);
  expect(page).toMatch(/value="chosen"[^>]* checked/);
  if (scopes.includes('items:read')) expect(page).toContain('value="items:read" checked');
  expect(await listKeys()).toEqual([]);
});

test('where no procedure names scopes, there is nothing to choose', async () => {
  const plain = await startDashboard();
  try {
    const cookie = { Cookie: await plain.signIn() };
    const form = await (await plain.ask('/dashboard/api-keys/new', { headers: cookie })).text();
    expect(form).not.toContain('value="chosen"');
    expect(form).toMatch(/value="full"[^>]* checked/);
  } finally {
    await plain.close();
  }
});

test('where every procedure names scopes, a key that only reads is not offered', async () => {
  const scopes = SCOPED_USE.scopes.filter(({ isNamed }) => isNamed);
  const named = await startDashboard({ api: () => ({ ...SCOPED_USE, scopes }) });
  try {
    const cookie = { Cookie: await named.signIn() };
    const form = await (await named.ask('/dashboard/api-keys/new', { headers: cookie })).text();
    expect(form).not.toContain('value="read"');
    expect(form).toContain('value="chosen"');
  } finally {
    await named.close();
  }
});

test('a key works until the end of the chosen day', async () => {
  await create({ name: 'CI', expiry: 'date', lastDay: '2026-04-01' });
  expect((await listKeys())[0]?.expiresAt?.toISOString()).toBe('2026-04-01T23:59:59.999Z');
  await create({ name: 'today', expiry: 'date', lastDay: '2026-03-10' });
  await create({ name: 'a year', expiry: 'date', lastDay: '2027-03-09' });
  const [year, today] = await listKeys();
  expect(today?.expiresAt?.getTime()).toBeLessThan(START + DAY_MS);
  expect(year?.expiresAt?.getTime()).toBeLessThanOrEqual(START + 365 * DAY_MS);
});

test.each(['', '2026-03-09', '2027-03-10', '2026-02-30', '1.4.2026', '2026-04-01T00:00:00Z'])(
  'the day "%s" is refused with the days that there are',
  async (lastDay) => {
    const answer = await create({ name: 'CI', expiry: 'date', lastDay });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('Choose a day from today to Mar 9, 2027.');
    expect(page).toContain(`name="lastDay" type="date" value="${lastDay}" min="2026-03-10" max="2027-03-09"`);
    expect(await listKeys()).toEqual([]);
  },
);
