import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { IdempotentRequest } from '../../../src/stores/answer-store.js';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import type { Store } from '../../../src/stores/store.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from '../stored-key.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';
import { startWireProxy, type WireProxy } from './wire-proxy.js';

const ONCE: IdempotentRequest = { caller: 'alice', name: 'create\n\0 a', fingerprint: 'x' };

describe.skipIf(!hasPostgres())('H-18 Answers that two processes share', () => {
  let postgres: RunningPostgres;
  let proxy: WireProxy;
  let first: Store;
  let second: Store;

  beforeAll(async () => {
    postgres = await startPostgres({ log_statement: 'all' });
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    await postgres.reset();
    proxy = await startWireProxy(postgres.port);
    first = await openPostgresStore(`postgres://procgen@127.0.0.1:${proxy.port}/procgen`);
    second = await openPostgresStore(postgres.url());
  });
  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
    await proxy.close();
  });

  async function claimFirst(store: Store) {
    const claim = await store.answers.claim(ONCE);
    if (claim.kind !== 'first') throw new Error(`The claim is "${claim.kind}".`);
    return claim;
  }
  async function readAgain(store: Store) {
    const claim = await store.answers.claim(ONCE);
    if (claim.kind !== 'again') throw new Error(`The claim is "${claim.kind}".`);
    return claim.answer;
  }

  it('are given to the one that repeats a request elsewhere, once they are there', async () => {
    const { settle } = await claimFirst(first);
    expect((await second.answers.claim({ ...ONCE, fingerprint: 'y' })).kind).toBe('other');
    const waiting = readAgain(second);
    settle({ kind: 'answer', text: '{"a":"\\u0000"}' });
    expect(await waiting).toEqual({ kind: 'answer', text: '{"a":"\\u0000"}' });
    expect(await readAgain(second)).toEqual({ kind: 'answer', text: '{"a":"\\u0000"}' });
  });

  it('let a request be the first elsewhere where nothing is kept', async () => {
    const { settle } = await claimFirst(first);
    const claim = await second.answers.claim(ONCE);
    settle(null);
    expect(claim.kind === 'again' && (await claim.answer)).toBeNull();
    await claimFirst(second);
  });

  it('count a request as carried out whose process died, and name the key that it made', async () => {
    await claimFirst(first);
    await first.keys.insert(storedKey(1), { ...NO_LIMIT, claimed: ONCE }, NO_AUDIT);
    await first.close();
    await postgres.admin('UPDATE procgen.claims SET lease_ends_at = clock_timestamp()');
    expect(await readAgain(second)).toEqual({ kind: 'processed', id: storedKey(1).id });
  });

  it('outlive a lease whose process lives, which renews it', async () => {
    const { settle } = await claimFirst(first);
    const lease = () =>
      postgres.admin(
        "SELECT lease_ends_at > clock_timestamp() + interval '5 s' AS lasts FROM procgen.claims",
      );
    await postgres.admin("UPDATE procgen.claims SET lease_ends_at = clock_timestamp() + interval '4 s'");
    await expect.poll(lease, { timeout: 5_000 }).toEqual([{ lasts: true }]);
    settle(null);
  });

  it('S-09 make one key of a request whose COMMIT had no answer and that is repeated elsewhere', async () => {
    const { settle } = await claimFirst(first);
    proxy.loseAnswers((message) => message.includes('COMMIT\0'));
    const insert = first.keys.insert(storedKey(1), { ...NO_LIMIT, claimed: ONCE }, NO_AUDIT);
    await expect(insert).rejects.toMatchObject({ code: 'UNKNOWN' });
    proxy.loseAnswers(() => false);
    settle(null);
    expect(await readAgain(second)).toEqual({ kind: 'processed', id: storedKey(1).id });
  });

  it('S-09 let a request that was lost before COMMIT be repeated elsewhere', async () => {
    const { settle } = await claimFirst(first);
    proxy.loseAnswers((message) => message.includes('INSERT INTO procgen.api_keys'));
    const insert = first.keys.insert(storedKey(1), { ...NO_LIMIT, claimed: ONCE }, NO_AUDIT);
    await expect(insert).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    proxy.loseAnswers(() => false);
    settle(null);
    await expect.poll(async () => (await second.answers.claim(ONCE)).kind, { timeout: 5_000 }).toBe('first');
  });

  it('S-09 let a request be repeated whose claim waited for a standby until it was given up', async () => {
    const setStandbys = async (names: string) => {
      await postgres.admin(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await postgres.admin('SELECT pg_reload_conf(), pg_sleep(0.5)');
    };
    await setStandbys('missing');
    onTestFinished(() => setStandbys(''));
    await expect(first.answers.claim(ONCE)).rejects.toMatchObject({ code: 'UNKNOWN' });
    // Longer than until the next renewal, which releases it.
    await sleep(4_000);
    await setStandbys('');
    await expect.poll(async () => (await second.answers.claim(ONCE)).kind).toBe('first');
  });

  it('are settled after an outage in which they could not be', async () => {
    const { settle } = await claimFirst(first);
    proxy.silence();
    settle({ kind: 'answer', text: '{}' });
    proxy.restore();
    expect(await readAgain(second)).toEqual({ kind: 'answer', text: '{}' });
  });

  it('reject a repeated request while they cannot be stored', { timeout: 30_000 }, async () => {
    const { settle } = await claimFirst(first);
    await postgres.admin(`CREATE FUNCTION procgen.refuse() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE OF answer ON procgen.claims EXECUTE FUNCTION procgen.refuse()`);
    settle({ kind: 'answer', text: '{}' });
    await expect(first.answers.claim(ONCE)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('53100'),
    });
    await postgres.admin('DROP TRIGGER refuse ON procgen.claims');
    expect(await readAgain(first)).toEqual({ kind: 'answer', text: '{}' });
  });

  it('are stored without an id that PostgreSQL cannot store', { timeout: 30_000 }, async () => {
    (await claimFirst(first)).settle({ kind: 'processed', id: 'a\0b' });
    expect(await readAgain(second)).toEqual({ kind: 'processed', id: null });
  });

  const countStatements = (text: string) => postgres.log.filter((line) => line.includes(text)).length;

  it('leave nothing to do after an outage in which requests could not be claimed', async () => {
    proxy.silence();
    const claims = Array.from({ length: 500 }, (_, number) =>
      first.answers.claim({ ...ONCE, name: `${number}` }),
    );
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    proxy.restore();
    await expect.poll(first.isReady, { timeout: 5_000 }).toBe(true);
    const released = () => countStatements('DELETE FROM procgen.claims WHERE id = $1 AND holder');
    const before = released();
    // Longer than until the next renewal.
    await sleep(4_000);
    // As many as there were connections, whose statements may have arrived.
    expect(released() - before).toBeLessThanOrEqual(4);
  });

  it('are asked for once, however many wait for them in one process', async () => {
    const { settle } = await claimFirst(first);
    const claims = await Promise.all(Array.from({ length: 100 }, () => second.answers.claim(ONCE)));
    const read = () => countStatements('SELECT fingerprint');
    await expect.poll(read).toBeGreaterThan(100);
    const before = read();
    await sleep(1_000);
    expect(read() - before).toBeLessThan(20);
    settle({ kind: 'answer', text: '{}' });
    const answers = claims.map((claim) => (claim.kind === 'again' ? claim.answer : null));
    expect(await Promise.all(answers)).toEqual(answers.map(() => ({ kind: 'answer', text: '{}' })));
  });

  it('are dropped after a day', async () => {
    (await claimFirst(first)).settle({ kind: 'answer', text: '{}' });
    await readAgain(first);
    await postgres.admin('UPDATE procgen.claims SET expires_at = clock_timestamp()');
    await second.answers.claim({ ...ONCE, name: 'another' });
    expect(await postgres.admin('SELECT 1 AS one FROM procgen.claims')).toEqual([{ one: 1 }]);
    await claimFirst(second);
  });

  /** Answers of the caller, each made a second after the one before, all before those that are made now. */
  const fill = (caller: string, count: number, answer = "'{}'") =>
    postgres.admin(`INSERT INTO procgen.claims (id, fingerprint, holder, lease_ends_at, expires_at, is_settled, answer, caller)
SELECT sha256(('${caller} ' || n)::bytea), 'x', gen_random_uuid(), now(), now() + n * interval '1 s' + interval '1 hour', true, ${answer}, sha256('${caller}')
FROM generate_series(1, ${count}) n`);
  const countOf = async (caller: string, where = 'true') =>
    (
      await postgres.admin(
        `SELECT count(*)::integer AS count, sum(octet_length(answer))::integer AS bytes FROM procgen.claims
WHERE caller = sha256('${caller}') AND ${where}`,
      )
    )[0];
  async function answerMore(count: number, text = '{}'): Promise<void> {
    for (let number = 0; number < count; number++) {
      const claim = await first.answers.claim({ ...ONCE, name: `more ${number}` });
      if (claim.kind === 'first') claim.settle({ kind: 'answer', text });
    }
  }

  it('are the newest 10,000 of each caller, or a few more; a request under way is none of the oldest', async () => {
    await fill('alice', 10_500);
    await fill('bob', 500);
    await postgres.admin(`UPDATE procgen.claims SET is_settled = false, lease_ends_at = now() + interval '1 day'
WHERE id = sha256('alice 1')`);
    await answerMore(130);
    await expect.poll(async () => (await countOf('alice')).count).toBeLessThanOrEqual(10_010);
    expect((await countOf('alice', "expires_at > now() + interval '23 hours'")).count).toBe(130);
    await expect.poll(async () => (await countOf('alice', 'NOT is_settled')).count).toBe(1);
    expect((await countOf('alice', "id IN (sha256('alice 2'), sha256('alice 500'))")).count).toBe(0);
    expect((await countOf('alice', "id = sha256('alice 10500')")).count).toBe(1);
    expect((await countOf('bob')).count).toBe(500);
  });

  it('are no more than 32 MiB of each caller, and the newest of these', async () => {
    await fill('alice', 40, "repeat('x', 1048576)");
    await fill('bob', 40, "repeat('x', 1048576)");
    await answerMore(1, 'y'.repeat(200_000));
    const limit = 32 * 1_048_576;
    await expect.poll(async () => (await countOf('alice')).bytes).toBeLessThanOrEqual(limit);
    expect((await countOf('alice')).count).toBe(32);
    expect((await countOf('alice', "answer LIKE 'y%'")).count).toBe(1);
    expect((await countOf('bob')).count).toBe(40);
  });

  it('go by the clock of PostgreSQL, as everything does, whatever the clock of a process says', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const [{ now }] = await postgres.admin(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
    );
    for (const store of [first, second]) expect(Math.abs(store.now() - now)).toBeLessThan(1_000);
  });
});
