import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { generateSecret } from '../../src/keys/key-format.js';
import type { Keyring } from '../../src/keys/keyring.js';
import { openKeyring } from '../../src/keys/open-keyring.js';
import { openPostgresStore } from '../../src/stores/postgres-store.js';
import { hasPostgres, type RunningPostgres, startPostgres } from '../stores/postgres/start-postgres.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from '../stores/stored-key.js';

const MINUTE_MS = 60_000;
/** Fewer than may wait for the store at once. */
const AT_ONCE = 400;

describe.skipIf(!hasPostgres())('Servers over one PostgreSQL', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ log_statement: 'all' });
  });
  afterAll(() => postgres.stop());
  beforeEach(() => postgres.reset());

  async function open(pepper?: string): Promise<Keyring> {
    const keyring = await openKeyring({ store: postgres.url(), cwd: '/', pepper, maxKeysPerUser: 10_000 });
    onTestFinished(() => keyring.close());
    return keyring;
  }

  /** The lines of statements that the server has logged since the last call. */
  async function takeLines(): Promise<readonly string[]> {
    const marker = `SELECT 'marker ${Math.random()}'`;
    await postgres.admin(marker);
    await expect.poll(() => postgres.log.some((line) => line.includes(marker))).toBe(true);
    const taken = postgres.log.slice(read).filter((line) => !line.includes('marker'));
    read = postgres.log.length;
    return taken;
  }
  let read = 0;

  const count = (lines: readonly string[], text: string) =>
    lines.filter((line) => line.includes(text)).length;
  /** All statements but looks at changes, of which there is one every 250 ms. */
  const countStatements = (lines: readonly string[]) =>
    lines.filter((line) => /LOG: {2}(statement|execute [^:]*): /.test(line)).length -
    count(lines, 'WHERE xid >=');

  test.each([undefined, 'first,second,third'])(
    'ask once for a key that 1,000 calls bring at the same time; peppers: %s',
    async (pepper) => {
      const first = await open(pepper?.split(',').at(-1));
      const second = await open(pepper);
      const { secret } = await first.apiKeys.create({ userId: 'ada', name: 'laptop' });
      await takeLines();
      const found = await Promise.all(Array.from({ length: 1_000 }, () => second.verify(secret)));
      expect(found).toEqual(found.map(() => expect.objectContaining({ userId: 'ada' })));
      expect(count(await takeLines(), 'k.hash = ANY')).toBe(1);
    },
  );

  test('ask for many keys that calls bring at the same time in a few statements, and mix up none', async () => {
    const [first, second] = [await open('old'), await open('new,old')];
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        first.apiKeys.create({ userId: `user${index}`, name: 'laptop' }),
      ),
    );
    const secrets = created.flatMap(({ secret }) => [...Array.from({ length: 9 }, generateSecret), secret]);
    await takeLines();
    const found = await Promise.all(secrets.map((secret) => second.verify(secret)));
    expect(found).toEqual(
      created.flatMap((_, index) => [
        ...Array(9).fill(null),
        expect.objectContaining({ userId: `user${index}` }),
      ]),
    );
    expect(count(await takeLines(), 'k.hash = ANY')).toBeLessThan(8);
  });

  test('K-13 write the use of a key at most four times, where ten use it for three minutes', async () => {
    const store = await openPostgresStore(postgres.url());
    onTestFinished(store.close);
    const { id } = storedKey(1);
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    const times = new Set<number | null | undefined>();
    // Each of the ten writes once a minute, six seconds after the one before it.
    for (let atMs = MINUTE_MS; atMs <= 4 * MINUTE_MS; atMs += MINUTE_MS / 10) {
      await store.keys.recordUses(new Map([[id, atMs]]));
      times.add((await store.keys.findById(id))?.lastUsedAt);
    }
    expect(times.size).toBeGreaterThanOrEqual(3);
    expect(times.size).toBeLessThanOrEqual(4);
    expect((await store.keys.findById(id))?.lastUsedAt).toBeGreaterThan(3 * MINUTE_MS);
  });

  test('K-13 add up the calls that each counts, where all write at once', async () => {
    const replicas = [await open(), await open(), await open()];
    const keys = await Promise.all(
      [1, 2, 3].map((number) => replicas[0]?.apiKeys.create({ userId: 'ada', name: `key ${number}` })),
    );
    const call = { isRefused: false, address: '192.0.2.1', operation: 'items.list', status: 200 };
    for (const [index, replica] of replicas.entries())
      for (const key of index === 1 ? [...keys].reverse() : keys)
        for (let number = 0; number <= index; number++) {
          replica.countCall(key?.record.id ?? '', call);
          replica.countCall(key?.record.id ?? '', { ...call, isRefused: true });
        }
    await Promise.all(replicas.map((replica) => replica.close()));
    const { keyReports } = await open();
    for (const key of keys) {
      const report = await keyReports.find({ id: key?.record.id ?? '' });
      expect(report?.days.at(-1)).toMatchObject({ calls: 6, refusals: 6 });
    }
  });

  test('keep good keys and changes going while keys that nobody has are brought', async () => {
    const keyring = await open();
    const good = await keyring.apiKeys.create({ userId: 'ada', name: 'good' });
    await keyring.verify(good.secret);
    const outcomes = { refused: 0, failed: 0 };
    let isOver = false;
    const flood = (async () => {
      const judged: Promise<void>[] = [];
      while (!isOver) {
        for (let guess = 0; guess < 500; guess++) judged.push(judge(keyring.verify(generateSecret())));
        await wait(20);
      }
      await Promise.all(judged);
    })();
    async function judge(guess: ReturnType<Keyring['verify']>): Promise<void> {
      try {
        expect(await guess).toBeNull();
        outcomes.refused += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
        outcomes.failed += 1;
      }
    }
    for (let round = 0; round < 20; round++) {
      await wait(100);
      // At once: from memory.
      expect(keyring.verify(good.secret)).toMatchObject({ userId: 'ada' });
      const begin = performance.now();
      const { record } = await keyring.apiKeys.create({ userId: 'ada', name: `key ${round}` });
      await keyring.apiKeys.delete({ userId: 'ada', id: record.id });
      expect(performance.now() - begin).toBeLessThan(2_000);
    }
    isOver = true;
    await flood;
    expect(outcomes.refused).toBeGreaterThan(1_000);
  });

  test('hold no more in memory, however many keys that nobody has are brought', async () => {
    // The log is kept in the memory of this process.
    await postgres.admin("ALTER ROLE procgen SET log_statement = 'none'");
    onTestFinished(async () => void (await postgres.admin('ALTER ROLE procgen RESET log_statement')));
    const keyring = await open();
    const bring = async (count: number) => {
      for (let first = 0; first < count; first += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => keyring.verify(generateSecret())));
    };
    await bring(12_000);
    const before = measureHeap();
    await bring(20_000);
    // Each of them would take more than a hundred bytes.
    expect(measureHeap() - before).toBeLessThan(1_000_000);
  });

  test('start with as many statements on a million keys as on none', async () => {
    await open();
    await takeLines();
    await open();
    const onNone = await takeLines();
    await postgres.admin(`SET session_replication_role = replica;
INSERT INTO procgen.users SELECT 'user ' || n, n FROM generate_series(0, 9999) n;
INSERT INTO procgen.api_keys (id, hash, user_id, name, start, scopes, created_at)
  SELECT 'key_' || n, sha256(n::text::bytea), 'user ' || n % 10000, 'key ' || n, 'pgk_abcd', '{}', n
  FROM generate_series(1, 1000000) n`);
    await takeLines();
    await open();
    const onMany = await takeLines();
    expect(countStatements(onNone)).toBeGreaterThan(2);
    expect(countStatements(onMany)).toBe(countStatements(onNone));
  });

  test('delete a key by its id in one transaction', async () => {
    const keyring = await open();
    const { record } = await keyring.apiKeys.create({ userId: 'ada', name: 'laptop' });
    await takeLines();
    await keyring.allKeys.delete(record.id);
    const lines = await takeLines();
    expect(count(lines, 'BEGIN ISOLATION')).toBe(1);
    expect(count(lines, 'DELETE FROM procgen.api_keys')).toBe(1);
    expect(count(lines, 'procgen.users')).toBe(0);
  });
});

/** The bytes of what is in use. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
