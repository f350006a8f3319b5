import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProcedureError } from '../../src/protocol/procedure-error.js';
import {
  KEY_USE,
  type RunningDashboard,
  readCookie,
  START,
  startDashboard,
  withApiKeys,
} from './support/start-dashboard.js';

const DAY_MS = 86_400_000;

let dashboard: RunningDashboard;
let headers: Record<string, string>;
beforeEach(async () => {
  dashboard = await startDashboard({ maxKeys: 3 });
  headers = { Cookie: await dashboard.signIn() };
});
afterEach(() => dashboard.close());

const showPage = async (path = '/dashboard/api-keys') => (await dashboard.ask(path, { headers })).text();
const create = (fields: Record<string, string>) => dashboard.post('/dashboard/api-keys', fields, { headers });
const listKeys = () => dashboard.keyring.apiKeys.list('local');
const secretIn = (page: string) => /pgk_\w{46}/.exec(page)?.[0] ?? '';
const formIdOf = (page: string) => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('who has no key yet is told how to get one', async () => {
  const page = await showPage();
  expect(page).toContain('No API keys yet');
  expect(page).toContain(`curl -H "Authorization: Bearer $API_KEY" ${dashboard.url}/api/api-keys`);
  expect(page).toContain('href="/dashboard/api-keys/new"');
});

test('K-07 a new key is shown in the answer to its form, with a command to try, and nowhere else', async () => {
  const answer = await create({ name: ' CI ', expiry: '30', access: 'read' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await answer.text();
  const secret = secretIn(page);
  expect(page).toContain(`curl -H &quot;Authorization: Bearer ${secret}&quot; ${dashboard.url}/api/api-keys`);
  expect((await dashboard.keyring.apiKeys.verify(secret))?.record.name).toBe('CI');

  const [key] = await listKeys();
  expect(key?.scopes).toEqual(['read']);
  expect(key?.expiresAt).toEqual(new Date(START + 30 * DAY_MS));
  for (const path of ['/dashboard/api-keys', `/dashboard/api-keys/${key?.id}/delete`]) {
    const later = await showPage(path);
    expect(later).toContain('CI');
    expect(later).not.toContain(secret);
  }
  expect(dashboard.log.join()).not.toContain(secret);
});

test.each([
  ['90', START + 90 * DAY_MS],
  ['365', START + 365 * DAY_MS],
  ['never', null],
])('an expiry of %s ends the key at %s', async (expiry, expected) => {
  await create({ name: 'CI', expiry, access: 'full' });
  const [key] = await listKeys();
  expect(key?.expiresAt?.getTime() ?? null).toBe(expected);
  expect(key?.scopes).toEqual([]);
});

test('K-07 sending the same form again makes no second key and shows no secret', async () => {
  const fields = { name: 'CI', form: formIdOf(await showPage('/dashboard/api-keys/new')) };
  expect((await create(fields)).status).toBe(201);
  const again = await create(fields);
  expect(again.status).toBe(303);
  expect(await listKeys()).toHaveLength(1);
  const page = await showPage(again.headers.get('location') ?? '');
  expect(page).toContain('was already submitted');
  expect(page).not.toMatch(/pgk_\w{46}/);
});

test('another process that is sent the same form makes no second key either', async () => {
  const other = await startDashboard({ keyring: async () => dashboard.keyring });
  try {
    const fields = { name: 'CI', form: formIdOf(await showPage('/dashboard/api-keys/new')) };
    dashboard.clock.now += 5_000;
    expect((await create(fields)).status).toBe(201);
    const { token } = await dashboard.keyring.users.createSignInToken('local');
    const cookie = { Cookie: readCookie(await other.post('/dashboard/sign-in', { token })) };
    const again = await other.post('/dashboard/api-keys', fields, { headers: cookie });
    expect(again.headers.get('location')).toBe('/dashboard/api-keys?notice=repeated');
    expect(await listKeys()).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('two keys may have one name when each has a form of its own', async () => {
  for (const count of [1, 2]) {
    dashboard.clock.now += 1_000;
    const form = formIdOf(await showPage('/dashboard/api-keys/new'));
    dashboard.clock.now += 1_000;
    expect((await create({ name: 'CI', form })).status).toBe(201);
    expect(await listKeys()).toHaveLength(count);
  }
});

test('a form that came to nothing can be sent again', async () => {
  let isFull = true;
  const full = await startDashboard({
    keyring: async () =>
      withApiKeys(full.keyring, {
        async create(request) {
          if (isFull) throw new ProcedureError('SERVICE_UNAVAILABLE', 'ENOSPC at /var/lib');
          return full.keyring.apiKeys.create(request);
        },
      }),
  });
  try {
    const cookie = { Cookie: await full.signIn() };
    const shown = await (await full.ask('/dashboard/api-keys/new', { headers: cookie })).text();
    const fields = { name: 'CI', form: formIdOf(shown) };
    const failed = await full.post('/dashboard/api-keys', fields, { headers: cookie });
    expect(failed.status).toBe(503);
    const page = await failed.text();
    expect(page).toContain('Nothing was created');
    expect(page).not.toContain('ENOSPC');
    expect(page).toContain('value="CI"');
    expect(full.log.join()).toContain('api key not created');
    isFull = false;
    expect((await full.post('/dashboard/api-keys', fields, { headers: cookie })).status).toBe(201);
  } finally {
    await full.close();
  }
});

test.each([
  [{ name: '   ' }, 'Give the key a name.'],
  [{ name: 'x'.repeat(101) }, 'A name can have at most 100 characters'],
  [{ name: 'CI', expiry: '9999' }, 'Choose one of these.'],
  [{ name: 'CI', access: 'admin' }, 'Choose one of these.'],
])('%j is refused beside the field, what was typed kept', async (fields, message) => {
  const answer = await create({ ...fields });
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain(message);
  expect(page).toContain('class="field-error"');
  expect(page).toContain(`value="${fields.name.trim()}"`);
  expect(await listKeys()).toEqual([]);
});

test('a new key is shown even when the list cannot be read any more', async () => {
  const halting = await startDashboard({
    keyring: async () =>
      withApiKeys(halting.keyring, {
        async list() {
          throw new ProcedureError('SERVICE_UNAVAILABLE', 'connection lost');
        },
      }),
  });
  try {
    const cookie = { Cookie: await halting.signIn() };
    const answer = await halting.post('/dashboard/api-keys', { name: 'CI' }, { headers: cookie });
    expect(answer.status).toBe(201);
    const secret = secretIn(await answer.text());
    expect(await halting.keyring.apiKeys.verify(secret)).not.toBeNull();
    expect((await halting.ask('/dashboard/api-keys', { headers: cookie })).status).toBe(503);
  } finally {
    await halting.close();
  }
});

test('K-14 one key too many is refused with what to do about it', async () => {
  for (const name of ['a', 'b', 'c']) await create({ name });
  const answer = await create({ name: 'd', expiry: '365' });
  expect(answer.status).toBe(409);
  const page = await answer.text();
  expect(page).toContain('the maximum number of keys per user (3)');
  expect(page).toContain('value="d"');
  expect(page).toMatch(/value="365"[^>]* checked/);
  expect(await listKeys()).toHaveLength(3);
});

test('K-10 the owner is the one who is signed in, whatever the form says', async () => {
  await create({ name: 'CI', userId: 'alice', ownerId: 'alice', id: 'key_mine' });
  expect(await dashboard.keyring.apiKeys.list('alice')).toEqual([]);
  expect((await listKeys())[0]?.id).not.toBe('key_mine');
});

test('the list tells permissions, last use and expiry', async () => {
  const secret = secretIn(await (await create({ name: 'old', expiry: '30', access: 'read' })).text());
  await create({ name: 'forever', expiry: 'never' });
  dashboard.clock.now += 25 * DAY_MS;
  await dashboard.keyring.apiKeys.verify(secret);
  dashboard.clock.now += 2 * 3_600_000;
  headers = { Cookie: await dashboard.signIn() };
  const page = await showPage();
  expect(page).toContain('Read only</span>');
  expect(page).toContain('Full access</span>');
  expect(page).toContain('2 hours ago');
  expect(page).toContain('in 4 days');
  expect(page.match(/<span class="muted">Never<\/span>/g)).toHaveLength(2);

  dashboard.clock.now += 6 * DAY_MS;
  headers = { Cookie: await dashboard.signIn() };
  expect(await showPage()).toContain('Expired');
});

test('K-14 a name is text wherever it stands', async () => {
  const name = `<img src=x onerror="alert(1)">' & {name}`;
  const created = await (await create({ name })).text();
  const [key] = await listKeys();
  for (const page of [
    created,
    await showPage(),
    await showPage(`/dashboard/api-keys/${key?.id}/delete`),
    await (await create({ name: `${name}${'x'.repeat(100)}` })).text(),
  ]) {
    expect(page).not.toContain('<img');
    expect(page).not.toContain('onerror="');
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39; &amp; {name}');
  }
});

test.each(['CI\u202e', '\u2066CI', 'C\u200fI', 'C\u2028I', 'C\u0007I'])(
  'a name is refused that changes the direction of the text around it, or has control characters: %j',
  async (name) => {
    const answer = await create({ name });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('no control characters');
  },
);

test('a name from right to left is isolated from the text around it', async () => {
  await create({ name: 'مفتاح' });
  const [key] = await listKeys();
  expect(await showPage()).toContain('<bdi>مفتاح</bdi>');
  expect(await showPage(`/dashboard/api-keys/${key?.id}/delete`)).toContain(
    'Delete the key “<bdi>مفتاح</bdi>”?</h1>',
  );
});

test('deleting asks first, naming the key, then deletes', async () => {
  await create({ name: 'CI' });
  const [key] = await listKeys();
  const path = `/dashboard/api-keys/${key?.id}/delete`;
  const question = await showPage(path);
  expect(question).toContain('<title>Delete the key “CI”?');
  expect(await listKeys()).toHaveLength(1);

  const answer = await dashboard.post(path, {}, { headers });
  expect(answer.status).toBe(303);
  expect(await listKeys()).toEqual([]);
  expect(await showPage(answer.headers.get('location') ?? '')).toContain(
    'The key was deleted and no longer works.',
  );
});

test('K-11 another’s key does not exist: neither listed, nor asked about, nor deleted', async () => {
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'alice', name: 'Alice’s own' });
  expect(await showPage()).not.toContain('Alice’s own');
  const foreign = `/dashboard/api-keys/${record.id}/delete`;
  const unknown = '/dashboard/api-keys/key_0000000000000000/delete';
  for (const path of [foreign, unknown]) {
    const requested = await dashboard.ask(path, { headers });
    expect(requested.status).toBe(404);
    const deleted = await dashboard.post(path, {}, { headers });
    expect(deleted.status).toBe(404);
    expect(await deleted.text()).not.toContain('Alice');
  }
  expect(await dashboard.keyring.apiKeys.list('alice')).toHaveLength(1);
});

test('where keys open nothing, none is made, the page says why, and those that are left can be deleted', async () => {
  const closed = await startDashboard({
    api: () => ({ ...KEY_USE, areKeysAccepted: false }),
  });
  try {
    const cookie = { Cookie: await closed.signIn() };
    const ask = async (path: string) => (await closed.ask(path, { headers: cookie })).text();
    expect(await ask('/dashboard/api-keys')).toContain('This API does not use API keys');
    const { record } = await closed.keyring.apiKeys.create({ userId: 'local', name: 'Old' });
    const page = await ask('/dashboard/api-keys');
    expect(page).not.toMatch(/api-keys\/new|\/rotate/);
    expect((await closed.ask('/dashboard/api-keys/new', { headers: cookie })).status).toBe(303);
    expect((await closed.post('/dashboard/api-keys', { name: 'New' }, { headers: cookie })).status).toBe(409);
    const rotate = `/dashboard/api-keys/${record.id}/rotate`;
    expect((await closed.post(rotate, { overlap: 'day' }, { headers: cookie })).status).toBe(404);
    expect(await closed.keyring.apiKeys.list('local')).toHaveLength(1);
    await closed.post(`/dashboard/api-keys/${record.id}/delete`, {}, { headers: cookie });
    expect(await closed.keyring.apiKeys.list('local')).toEqual([]);
  } finally {
    await closed.close();
  }
});

test('H-26 where the API is turned off, the page shows no call to it', async () => {
  const off = { ...KEY_USE, isApiServed: false, docsPath: null };
  const silent = await startDashboard({ api: () => off });
  try {
    const cookie = { Cookie: await silent.signIn() };
    const ask = async (path: string) => (await silent.ask(path, { headers: cookie })).text();
    const empty = await ask('/dashboard/api-keys');
    expect(empty).toContain('id="empty-title"');
    expect(empty).not.toMatch(/curl|\/api[/"]|\/api\/docs/);
    const fields = { name: 'New', expiry: 'never', access: 'full' };
    const created = await silent.post('/dashboard/api-keys', fields, { headers: cookie });
    const page = await created.text();
    expect(page).toContain('id="new-key-key_');
    expect(page).not.toMatch(/curl|fetch|createClient/);
  } finally {
    await silent.close();
  }
});

test.each(['/v1', ''])('an example calls the API where it is, with the prefix "%s"', async (prefix) => {
  const moved = await startDashboard({
    api: () => ({
      ...KEY_USE,
      prefix,
      findSample: () => ({ operation: 'items.list', path: '/items', input: null }),
    }),
  });
  try {
    const cookie = { Cookie: await moved.signIn() };
    const empty = await (await moved.ask('/dashboard/api-keys', { headers: cookie })).text();
    const { host } = new URL(moved.url);
    expect(empty).toContain(`${host}${prefix}/items</code>`);
    const fields = { name: 'New', expiry: 'never', access: 'full' };
    const created = await moved.post('/dashboard/api-keys', fields, { headers: cookie });
    expect(await created.text()).toContain(`${host}${prefix}/items`);
  } finally {
    await moved.close();
  }
});

test('an invalid field is marked and described, and the title says so', async () => {
  const page = await (await create({ name: ' ', expiry: 'soon', access: 'none' })).text();
  expect(page).toContain('<title>Error: Create an API key');
  expect(page).toMatch(/<input id="name"[^>]*aria-describedby="name-error name-hint" aria-invalid="true"/);
  for (const field of ['name', 'expiry', 'access']) {
    expect(page).toContain(`id="${field}-error"`);
    expect(page).toMatch(new RegExp(`aria-describedby="${field}-error`));
  }
});

test('the pages speak German to those who ask for it', async () => {
  headers = { ...headers, 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
  await create({ name: 'CI', access: 'read' });
  const page = await showPage();
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('API-Schlüssel');
  expect(page).toContain('Nur lesen');
  headers = { ...headers, 'Accept-Language': 'pl' };
  expect(await showPage()).toContain('<html lang="en">');
});
