import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/stores/audit-trail.js';
import { openPostgresStore } from '../../src/stores/postgres-store.js';
import type { Store } from '../../src/stores/store.js';
import { hasPostgres, type RunningPostgres, startPostgres } from '../stores/postgres/start-postgres.js';
import { startWireProxy } from '../stores/postgres/wire-proxy.js';
import { NO_LIMIT, storedKey } from '../stores/stored-key.js';
import { startReplica } from './start-replica.js';

const KILLS = 20;
const CHANGES = 200;
const LOST_COMMITS = 500;

describe.skipIf(!hasPostgres())('S-09 After crashes', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  beforeEach(() => postgres.reset());
  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  async function open(port = postgres.port): Promise<Store> {
    const store = await openPostgresStore(`postgres://procgen@127.0.0.1:${port}/procgen`);
    stores.push(store);
    return store;
  }

  const entry = (event: string, key: string): AuditEntry => ({
    time: '2026-01-01T00:00:00.000Z',
    event,
    actor: 'cli',
    key,
    user: null,
    address: null,
    requestId: null,
  });
  const insert = (store: Store, number: number) => {
    const key = storedKey(number, { userId: `user ${number % 7}` });
    return store.keys.insert(key, NO_LIMIT, () => [entry('key.created', key.id)]);
  };
  const remove = (store: Store, number: number) =>
    store.keys.delete({ id: storedKey(number).id }, ({ id }) => [entry('key.deleted', id)]);

  /** Fails unless each key that is there was noted once as created, and each that is gone also as deleted. */
  async function expectAuditToMatch(): Promise<Set<string>> {
    const keys = new Set(
      (await postgres.admin('SELECT id FROM procgen.api_keys')).map(({ id }) => id as string),
    );
    const noted = await postgres.admin(
      "SELECT entry->>'event' AS event, entry->>'key' AS key FROM procgen.audit_log",
    );
    const created = noted.filter(({ event }) => event === 'key.created').map(({ key }) => key);
    const deleted = noted.filter(({ event }) => event === 'key.deleted').map(({ key }) => key);
    expect(new Set(created).size).toBe(created.length);
    expect(new Set(deleted).size).toBe(deleted.length);
    expect(new Set(created.filter((key) => !deleted.includes(key)))).toEqual(keys);
    return keys;
  }

  it(`of PostgreSQL, ${KILLS} of them under ${CHANGES} concurrent changes: 0 lost, 0 undone, 0 doubled`, async () => {
    const replicas = [await open(), await open()] as const;
    /** What callers were told: whether the key is there, or null when nobody told them. */
    const told = new Map<string, boolean | null>();
    const counts = { done: 0, refused: 0, unknown: 0 };
    let next = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const old = [...told].filter(([, isThere]) => isThere === true).map(([id]) => Number(id.slice(4)));
      const changes = Array.from({ length: CHANGES }, async (_, index) => {
        const store = replicas[index % 2] as Store;
        const isRemoval = index % 4 === 3 && old.length > 0;
        const number = isRemoval ? (old.pop() as number) : next++;
        const { id } = storedKey(number);
        try {
          await (isRemoval ? remove(store, number) : insert(store, number));
          told.set(id, !isRemoval);
          counts.done += 1;
        } catch (error) {
          const { code } = error as { code?: string };
          expect(['UNAVAILABLE', 'UNKNOWN']).toContain(code);
          told.set(id, code === 'UNKNOWN' ? null : isRemoval);
          counts[code === 'UNKNOWN' ? 'unknown' : 'refused'] += 1;
        }
      });
      let isOver = false;
      const ended = Promise.all(changes).finally(() => {
        isOver = true;
      });
      const killAt = counts.done + 1 + Math.floor(Math.random() * (CHANGES / 2));
      // Where the machine is busy, so many may be refused that this one never comes.
      while (counts.done < killAt && !isOver) await sleep(1);
      await postgres.kill();
      await ended;
      await postgres.restart();
      for (const store of replicas) await expect.poll(store.isReady, { timeout: 5_000 }).toBe(true);
      const keys = await expectAuditToMatch();
      const wrong = [...told].filter(([id, isThere]) => isThere !== null && keys.has(id) !== isThere);
      expect(wrong).toEqual([]);
    }
    console.log(`kills of PostgreSQL: ${KILLS}, changes: ${JSON.stringify(counts)}`);
    expect(counts.done).toBeGreaterThan(KILLS);
    expect(counts.refused + counts.unknown).toBeGreaterThan(KILLS);
  });

  it(`of the wire, ${LOST_COMMITS} COMMITs whose answer is lost: each change was made once`, async () => {
    const proxy = await startWireProxy(postgres.port);
    const [broken, other] = [await open(proxy.port), await open()];
    proxy.loseAnswers((message) => message.includes('COMMIT\0'));
    for (let number = 0; number < LOST_COMMITS; number++) {
      await expect(insert(broken, number)).rejects.toMatchObject({ code: 'UNKNOWN' });
      // Who repeats it elsewhere learns that it was made.
      await expect(insert(other, number)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect((await expectAuditToMatch()).size).toBe(LOST_COMMITS);
    await proxy.close();
  });

  it(`of replicas, ${KILLS} kills in the midst of writes: each change has its audit entry, each entry its change`, async () => {
    const survivor = await startReplica(postgres.url());
    let made = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const replica = await startReplica(postgres.url());
      const writes = Array.from({ length: 40 }, () =>
        replica.createKey().then(
          () => true,
          () => false,
        ),
      );
      const others = Array.from({ length: 5 }, () => survivor.createKey());
      await Promise.race(writes);
      await sleep(Math.random() * 50);
      await replica.stop('SIGKILL');
      made += (await Promise.all(writes)).filter((isMade) => isMade).length;
      made += (await Promise.all(others)).length;
    }
    await survivor.stop();
    const keys = await expectAuditToMatch();
    console.log(`kills of replicas: ${KILLS}, keys answered: ${made}, keys there: ${keys.size}`);
    expect(keys.size).toBeGreaterThanOrEqual(made);
  });
});
