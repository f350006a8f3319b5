import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';
import { addManyKeys } from './support/states.js';

let dashboard: RunningDashboard;
let headers: Record<string, string>;
beforeEach(async () => {
  dashboard = await startDashboard({ maxKeys: 1_000 });
  await addManyKeys(dashboard, 120);
  headers = { Cookie: await dashboard.signIn() };
});
afterEach(() => dashboard.close());

const show = async (path = '/dashboard/api-keys') => (await dashboard.ask(path, { headers })).text();
const namesOn = (page: string) =>
  [...page.matchAll(/<a class="key-name"[^>]*><bdi>([^<]*)<\/bdi>/g)].map(([, name = '']) => name);
const showNames = async (query: string) => namesOn(await show(`/dashboard/api-keys?${query}`));
const idOf = async (name: string) =>
  (await dashboard.keyring.apiKeys.list('local')).find((key) => key.name === name)?.id ?? '';

describe('a list of many keys', () => {
  test('has 50 on a page, and links to the others', async () => {
    const [first, second, third] = [
      await show(),
      await show('/dashboard/api-keys?page=2'),
      await showNames('page=3'),
    ];
    expect([namesOn(first).length, namesOn(second).length, third.length]).toEqual([50, 50, 20]);
    expect(new Set([...namesOn(first), ...namesOn(second), ...third]).size).toBe(120);
    expect(first).toContain('1 to 50 of 120');
    expect(first).toContain('rel="next" href="/dashboard/api-keys?page=2"');
    expect(second).toContain('rel="prev" href="/dashboard/api-keys"');
    expect(second).toContain('href="/dashboard/api-keys?page=3"');
    expect(await showNames('page=99')).toEqual(third);
    expect((await showNames('page=-1')).length).toBe(50);
  });

  test('is searched by name, scope and the beginning of a key', async () => {
    expect((await showNames('q=WORKER+12')).sort()).toEqual(['Worker 12', 'Worker 120']);
    expect((await showNames('q=read')).length).toBe(24);
    const [key] = await dashboard.keyring.apiKeys.list('local');
    expect(await showNames(`q=${key?.start}`)).toContain(key?.name);
    expect(await show('/dashboard/api-keys?q=nothing')).toContain('No keys match.');
  });

  test('K-03 is not searched for a whole key: the address would hold it', async () => {
    const { secret, record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'Found' });
    const answer = await dashboard.ask(`/dashboard/api-keys?q=${secret}`, { headers });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/dashboard/api-keys?q=${record.start}`,
    ]);
  });

  test.each([
    ['expired', 40],
    ['never-used', 30],
    ['unused', 120],
    ['disabled', 12],
    ['expiring', 0],
    ['all', 120],
    ['nonsense', 120],
  ])('with the filter %s has %i keys', async (filter, count) => {
    const page = await show(`/dashboard/api-keys?filter=${filter}`);
    expect(namesOn(page).length).toBe(Math.min(count, 50));
    if (count > 50) expect(page).toContain(`of ${count}`);
  });

  test('tells the keys that end within 30 days and those that were used within 90', async () => {
    const expiresAt = new Date(dashboard.clock.now + 29 * 86_400_000);
    const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'Ending', expiresAt });
    expect(await showNames('filter=expiring')).toEqual(['Ending']);
    expect(await showNames('filter=unused&q=Ending')).toEqual([]);
    dashboard.clock.now += 91 * 86_400_000;
    headers = { Cookie: await dashboard.signIn() };
    expect(await showNames('filter=unused&q=Ending')).toEqual(['Ending']);
    dashboard.keyring.noteUse(record.id);
    expect(await showNames('filter=unused&q=Ending')).toEqual([]);
  });

  test('is sorted by name as people count, by last use and by expiry', async () => {
    expect((await showNames('sort=name')).slice(0, 3)).toEqual(['Worker 1', 'Worker 2', 'Worker 3']);
    dashboard.keyring.noteUse(await idOf('Worker 77'));
    expect((await showNames('sort=used'))[0]).toBe('Worker 77');
    const ending = await showNames('sort=expiry');
    expect(ending.slice(0, 40).every((name) => Number(name.slice(7)) % 3 === 0)).toBe(true);
  });

  test('keeps what was searched for on the other pages', async () => {
    const page = await show('/dashboard/api-keys?q=worker&filter=unused&sort=name');
    expect(page).toContain('href="/dashboard/api-keys?q=worker&amp;filter=unused&amp;sort=name&amp;page=2"');
    expect(page).toContain('name="q" value="worker"');
    expect(page).toContain('value="name" selected');
  });

  test('counts in its filters what the search finds', async () => {
    const page = await show('/dashboard/api-keys?q=worker+12');
    expect(page).toContain('All <span class="count">2</span>');
    expect(page).toContain('Never used <span class="count">2</span>');
    expect(page).toContain('Disabled <span class="count">1</span>');
  });

  test('with 500 keys is a page of 70 KB at most', async () => {
    const many = await startDashboard({ maxKeys: 500 });
    try {
      await addManyKeys(many, 500);
      const cookie = await many.signIn();
      for (const language of ['en', 'de']) {
        const answer = await many.ask('/dashboard/api-keys', {
          headers: { Cookie: cookie, 'Accept-Language': language },
        });
        expect(Buffer.byteLength(await answer.text())).toBeLessThanOrEqual(70 * 1024);
      }
    } finally {
      await many.close();
    }
  });
});

describe('several keys', () => {
  const confirm = (ids: readonly string[], query = '') =>
    show(`/dashboard/api-keys/delete?${ids.map((id) => `id=${id}`).join('&')}${query}`);
  const post = (fields: [string, string][]) =>
    dashboard.post('/dashboard/api-keys/delete', {}, { headers, body: new URLSearchParams(fields) });

  test('are deleted with one confirmation, which names them, and the list goes on where it was', async () => {
    const ids = await Promise.all(['Worker 4', 'Worker 8'].map(idOf));
    const question = await confirm(ids, '&filter=never-used');
    expect(question).toContain('Delete 2 keys?');
    for (const name of ['Worker 4', 'Worker 8']) expect(question).toContain(`<bdi>${name}</bdi>`);
    expect(question).toContain('name="filter" value="never-used"');
    expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(120);
    const answer = await post([...ids.map((id): [string, string] => ['id', id]), ['filter', 'never-used']]);
    expect(answer.headers.get('location')).toBe(
      '/dashboard/api-keys?filter=never-used&notice=deleted&count=2',
    );
    expect(await show(answer.headers.get('location') ?? '')).toContain(
      '2 keys were deleted and no longer work.',
    );
    expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(118);
  });

  test('that are gone already are left out', async () => {
    const [gone, left] = [await idOf('Worker 1'), await idOf('Worker 2')];
    await dashboard.keyring.apiKeys.delete({ userId: 'local', id: gone });
    expect(await confirm([gone, left])).toContain('Delete this key?');
    const answer = await post([
      ['id', gone],
      ['id', left],
    ]);
    expect(answer.headers.get('location')).toBe('/dashboard/api-keys?notice=deleted&count=1');
  });

  test('that nobody selected are asked for', async () => {
    expect(await confirm([])).toContain('No keys are selected');
    expect(await (await post([])).text()).toContain('No keys are selected');
  });

  test('of which none is left are said nothing of', async () => {
    const gone = await idOf('Worker 1');
    await dashboard.keyring.apiKeys.delete({ userId: 'local', id: gone });
    expect((await post([['id', gone]])).headers.get('location')).toBe('/dashboard/api-keys');
  });

  test('K-11 of another user are neither shown nor deleted', async () => {
    const { record } = await dashboard.keyring.apiKeys.create({ userId: 'alice', name: 'Alice’s own' });
    expect(await confirm([record.id])).not.toContain('Alice');
    await post([['id', record.id]]);
    expect(await dashboard.keyring.apiKeys.list('alice')).toHaveLength(1);
  });

  test('that could not be deleted are told of', async () => {
    const ids = await Promise.all(['Worker 1', 'Worker 2'].map(idOf));
    dashboard.failures.delete = new Error('ENOSPC');
    const answer = await post(ids.map((id) => ['id', id]));
    expect(answer.status).toBe(500);
    expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(120);
  });
});
