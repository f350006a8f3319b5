import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/stores/postgres-store.js';
import { findPort } from '../find-port.js';
import { hasPostgres, startPostgres, startStandby } from '../stores/postgres/start-postgres.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from '../stores/stored-key.js';

const CHANGES = 300;

it.skipIf(!hasPostgres())(
  'S-09 A failover to a synchronous standby keeps what was answered, and the standby is found within 5 s',
  async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.stop());
    const standby = await startStandby(primary);
    onTestFinished(() => standby.stop());
    await primary.admin("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.admin('SELECT pg_reload_conf(), pg_sleep(0.5)');
    // The standby comes first: it takes no writes yet.
    const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const store = await openPostgresStore(`postgres://procgen@${hosts}/procgen`);
    onTestFinished(() => store.close());
    await Promise.all(
      Array.from({ length: 100 }, (_, number) => store.keys.insert(storedKey(number), NO_LIMIT, NO_AUDIT)),
    );

    /** Whether callers were told that the key is there. */
    const told = new Map<string, boolean>();
    const changes = Array.from({ length: CHANGES }, async (_, index) => {
      const isRemoval = index < 100;
      const key = storedKey(index);
      const change = isRemoval
        ? store.keys.delete({ id: key.id }, NO_AUDIT)
        : store.keys.insert(key, NO_LIMIT, NO_AUDIT);
      if (
        await change.then(
          () => true,
          () => false,
        )
      )
        told.set(key.id, !isRemoval);
    });
    while (told.size < 120) await sleep(1);
    await primary.kill();
    await Promise.all(changes);
    expect(told.size).toBeLessThan(CHANGES);

    await standby.admin('SELECT pg_promote()');
    const promoted = performance.now();
    await expect.poll(store.isReady, { timeout: 6_000 }).toBe(true);
    expect(performance.now() - promoted).toBeLessThan(5_000);
    const wrong: string[] = [];
    for (const [id, isThere] of told)
      if (((await store.keys.findById(id)) !== null) !== isThere) wrong.push(id);
    expect(wrong).toEqual([]);
    expect(await store.keys.insert(storedKey(CHANGES), NO_LIMIT, NO_AUDIT)).toBe('inserted');
  },
);

it.skipIf(!hasPostgres())(
  'S-10 A process listens on one connection where the hosts before the primary refuse it or are standbys',
  async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.stop());
    const standby = await startStandby(primary);
    onTestFinished(() => standby.stop());
    const ports = [await findPort(), standby.port, primary.port];
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    const store = await openPostgresStore(`postgres://procgen@${hosts}/procgen`);
    onTestFinished(() => store.close());
    const listListeners = () =>
      primary.admin("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %'", 'postgres');
    await store.keys.findByHashes([storedKey(1).hash]);
    await expect.poll(listListeners).toHaveLength(1);
    const [first] = await listListeners();
    // Longer than until a listener would be replaced.
    await sleep(3_000);
    expect(await listListeners()).toEqual([first]);

    await primary.admin(`SELECT pg_terminate_backend(${first.pid})`);
    const listOthers = async () => (await listListeners()).filter(({ pid }) => pid !== first.pid);
    await expect.poll(listOthers).toHaveLength(1);
    const [second] = await listOthers();
    await sleep(3_000);
    expect(await listListeners()).toEqual([second]);
  },
);
