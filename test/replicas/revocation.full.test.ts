import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKeyring } from '../../src/keys/create-keyring.js';
import type { Keyring } from '../../src/keys/keyring.js';
import { openPostgresStore } from '../../src/stores/postgres-store.js';
import { hasPostgres, type RunningPostgres, startPostgres } from '../stores/postgres/start-postgres.js';
import { startWireProxy, type WireProxy } from '../stores/postgres/wire-proxy.js';

const USER = 'ada';
const BOUND_MS = 1_000;
/** So many keys are revoked side by side. */
const LANES = 10;
const LIST_CONNECTIONS = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
/** Transactions that do not wait for the disk, so that a crash takes them back. */
const FORGOTTEN = 'BEGIN; SET LOCAL synchronous_commit = off; NOTIFY procgen_key_changes; COMMIT;'.repeat(
  100,
);
const CUT_LISTENERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`;

interface Replica {
  readonly keyring: Keyring;
  /** Its wire to PostgreSQL, listener included. */
  readonly wire: WireProxy;
}

interface Revoked {
  /** How often the replica that answered the revocation still accepted the key. */
  acceptedHere: number;
  /** From the answer until another replica refused the key for good, in milliseconds, in ascending order. */
  readonly lagsMs: number[];
}

describe.skipIf(!hasPostgres())('S-10 a revoked key', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ wal_writer_delay: '10s' });
  });
  afterAll(() => postgres.stop());

  async function startReplicas(): Promise<readonly Replica[]> {
    await postgres.reset();
    const replicas: Replica[] = [];
    for (let index = 0; index < 3; index++) {
      const wire = await startWireProxy(postgres.port);
      const store = await openPostgresStore(postgres.url().replace(`:${postgres.port}`, `:${wire.port}`));
      const keyring = createKeyring(store, { maxKeysPerUser: 10_000 });
      onTestFinished(async () => {
        await keyring.close();
        await wire.close();
      });
      replicas.push({ keyring, wire });
    }
    return replicas;
  }

  test('is refused at once where that was answered, and within 100 ms elsewhere', async () => {
    const replicas = await startReplicas();
    const { acceptedHere, lagsMs } = await revokeKeys(replicas, 1_000, startLoopClock());
    expect(acceptedHere).toBe(0);
    expect(lagsMs).toHaveLength(2_000);
    expect(lagsMs.at(-20)).toBeLessThanOrEqual(100);
    expect(lagsMs.at(-1)).toBeLessThanOrEqual(BOUND_MS);
  });

  test('is refused within a second without any notification', async () => {
    const replicas = await startReplicas();
    for (const { wire } of replicas) wire.loseAnswers((message) => message.includes('LISTEN'));
    const { acceptedHere, lagsMs } = await revokeKeys(replicas, 200);
    expect(acceptedHere).toBe(0);
    expect(lagsMs.at(-1)).toBeLessThanOrEqual(BOUND_MS);
  });

  test('is refused within a second while listeners are cut every 200 ms', async () => {
    const replicas = await startReplicas();
    let cuts = 0;
    let cutting = Promise.resolve();
    const timer = setInterval(() => {
      cutting = cutting.then(async () => {
        cuts += (await postgres.admin(CUT_LISTENERS)).length;
      });
    }, 200);
    onTestFinished(() => clearInterval(timer));
    const { acceptedHere, lagsMs } = await revokeKeys(replicas, 200);
    clearInterval(timer);
    await cutting;
    expect(cuts).toBeGreaterThan(0);
    expect(acceptedHere).toBe(0);
    expect(lagsMs.at(-1)).toBeLessThanOrEqual(BOUND_MS);
  });

  test('is refused within a second while no look at the changes is answered', async () => {
    const replicas = await startReplicas();
    for (const { wire } of replicas.slice(1))
      wire.loseAnswers((message) => message.includes('FROM procgen.key_changes'));
    const { acceptedHere, lagsMs } = await revokeKeys(replicas, 200);
    expect(acceptedHere).toBe(0);
    expect(lagsMs.at(-1)).toBeLessThanOrEqual(BOUND_MS);
  });

  test.each<[string, (wire: WireProxy) => void]>([
    ['that hears of it', () => {}],
    ['that hears of no change', (wire) => wire.loseAnswers((message) => message.includes('LISTEN'))],
    [
      'whose looks at the changes are not answered',
      (wire) => wire.loseAnswers((message) => message.includes('FROM procgen.key_changes')),
    ],
    ['that PostgreSQL does not answer', (wire) => wire.silence()],
  ])('ends within a second what it keeps open on a replica %s', async (_, disturb) => {
    const [first, second] = (await startReplicas()) as [Replica, Replica];
    const { secret, record } = await first.keyring.apiKeys.create({ userId: USER, name: 'open' });
    const verified = await second.keyring.verify(secret);
    if (verified === null || !('hash' in verified)) throw new Error('The key is not good.');
    let isEnded = false;
    const ended = new Promise<number>((resolve) => {
      second.keyring.watchKey(verified.hash, () => {
        isEnded = true;
        resolve(performance.now());
      });
    });
    await wait(600);
    expect(isEnded).toBe(false);
    disturb(second.wire);
    await first.keyring.apiKeys.delete({ userId: USER, id: record.id });
    const revokedAt = performance.now();
    expect((await ended) - revokedAt).toBeLessThanOrEqual(BOUND_MS);
  });

  test.each<[string, () => Promise<void>]>([
    [
      'PostgreSQL',
      async () => {
        await postgres.kill();
        await postgres.restart();
      },
    ],
    [
      'a connection, after which PostgreSQL ends all others',
      async () => {
        const [{ pid }] = await postgres.admin(LIST_CONNECTIONS);
        const begin = postgres.log.length;
        process.kill(pid, 'SIGKILL');
        const isBack = () => postgres.log.slice(begin).some((line) => line.includes('ready to accept'));
        await expect.poll(isBack, { timeout: 10_000 }).toBe(true);
      },
    ],
  ])(
    'is refused within a second although numbers of transactions repeat after a crash of %s',
    async (_, crash) => {
      const [first, second] = (await startReplicas()) as [Replica, Replica];
      const { secret, record } = await first.keyring.apiKeys.create({ userId: USER, name: 'crashed' });
      expect(await second.keyring.verify(secret)).toHaveProperty('userId');
      await postgres.admin(FORGOTTEN);
      // A look has seen their numbers.
      await wait(500);
      expect(await second.keyring.verify(secret)).toHaveProperty('userId');
      await crash();
      const revoke = () => first.keyring.apiKeys.delete({ userId: USER, id: record.id });
      const isRevoked = () =>
        revoke().then(
          () => true,
          () => false,
        );
      await expect.poll(isRevoked, { timeout: 10_000 }).toBe(true);
      expect(await measureLag(second.keyring, secret, performance.now())).toBeLessThanOrEqual(BOUND_MS);
    },
  );

  test('is refused within a second of the answer, although PostgreSQL was killed after it', async () => {
    const replicas = await startReplicas();
    const [first, ...others] = replicas as [Replica, Replica, Replica];
    const { secret, record } = await first.keyring.apiKeys.create({ userId: USER, name: 'lost' });
    for (const { keyring } of replicas) expect(await keyring.verify(secret)).toHaveProperty('userId');
    // The others are not told of anything any more.
    for (const { wire } of others) wire.silence();
    await first.keyring.apiKeys.delete({ userId: USER, id: record.id });
    await postgres.kill();
    await wait(BOUND_MS);
    for (const { keyring } of others)
      await expect(async () => keyring.verify(secret)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await postgres.restart();
    for (const { wire } of others) wire.restore();
    for (const { wire } of replicas) wire.cut();
    for (const { keyring } of replicas)
      await expect.poll(() => verifyOrFail(keyring, secret), { timeout: 5_000 }).toBe('refused');
  });
});

/** Creates keys, has every replica accept them, then takes each back: by deletion, by rotation or by disabling it. */
async function revokeKeys(
  [first, ...others]: readonly Replica[],
  count: number,
  now = () => performance.now(),
): Promise<Revoked> {
  const { keyring } = first as Replica;
  const keys: { readonly id: string; readonly secret: string }[] = [];
  for (let index = 0; index < count; index++) {
    const { record, secret } = await keyring.apiKeys.create({ userId: USER, name: `key ${index}` });
    keys.push({ id: record.id, secret });
  }
  const revoked: Revoked = { acceptedHere: 0, lagsMs: [] };
  await inLanes(keys, async ({ id, secret }, index) => {
    for (const replica of [keyring, ...others.map((other) => other.keyring)])
      await expect.poll(() => verifyOrFail(replica, secret), { timeout: 5_000 }).toBe('accepted');
    if (index % 3 === 0) await keyring.apiKeys.delete({ userId: USER, id });
    else if (index % 3 === 1) await keyring.apiKeys.rotate({ userId: USER, id, overlapMs: 0 });
    else await keyring.apiKeys.update({ userId: USER, id, disabled: true });
    const answeredAt = now();
    if ((await verifyOrFail(keyring, secret)) === 'accepted') revoked.acceptedHere += 1;
    await Promise.all(
      others.map(async (other) =>
        revoked.lagsMs.push(await measureLag(other.keyring, secret, answeredAt, now)),
      ),
    );
  });
  revoked.lagsMs.sort((left, right) => left - right);
  return revoked;
}

/** How long after `answeredAt` the key was last accepted; watched for longer than it may be. */
async function measureLag(
  keyring: Keyring,
  secret: string,
  answeredAt: number,
  now = () => performance.now(),
): Promise<number> {
  let lastMs = 0;
  for (;;) {
    const askedMs = now() - answeredAt;
    const outcome = await verifyOrFail(keyring, secret);
    if (outcome === 'accepted') lastMs = askedMs;
    // What was refused stays refused; a failure says nothing of that.
    if (outcome === 'refused' || askedMs > 2 * BOUND_MS) return lastMs;
    await wait(2);
  }
}

const TICK_MS = 10;

/** A clock that stands still while the event loop is late by more than a tick: what a busy machine adds is not ours. */
function startLoopClock(): () => number {
  let tickedAt = performance.now();
  let lostMs = 0;
  const lateness = () => Math.max(0, performance.now() - tickedAt - 2 * TICK_MS);
  const timer = setInterval(() => {
    lostMs += lateness();
    tickedAt = performance.now();
  }, TICK_MS);
  onTestFinished(() => clearInterval(timer));
  return () => performance.now() - lostMs - lateness();
}

async function verifyOrFail(keyring: Keyring, secret: string): Promise<'accepted' | 'refused' | 'failed'> {
  try {
    const verified = await keyring.verify(secret);
    return verified !== null && 'userId' in verified ? 'accepted' : 'refused';
  } catch {
    return 'failed';
  }
}

/** Works on the items, a few at a time. */
async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const rest = [...items.entries()];
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
