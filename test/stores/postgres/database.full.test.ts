import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase, type Database } from '../../../src/stores/postgres/database.js';
import { parsePostgresUrl } from '../../../src/stores/postgres/parse-postgres-url.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';
import { startWireProxy, type WireProxy } from './wire-proxy.js';

/** A call that fails may take so long, and the ones after it so long. */
const FIRST_MS = 2_500;
const NEXT_MS = 250;
const RECOVERY_MS = 5_000;

describe.skipIf(!hasPostgres())('A database that may be out of reach', () => {
  let postgres: RunningPostgres;
  let proxy: WireProxy;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.admin(`CREATE TABLE notes (id integer PRIMARY KEY);
CREATE ROLE crowded LOGIN; CREATE ROLE guarded LOGIN PASSWORD 'canary'`);
  });
  afterAll(() => postgres.stop());

  function open(url: string): Database {
    const opened = createDatabase(pg, parsePostgresUrl(url));
    onTestFinished(() => opened.close());
    return opened;
  }

  beforeEach(async () => {
    await postgres.admin('TRUNCATE notes');
    proxy = await startWireProxy(postgres.port);
    onTestFinished(() => proxy.close());
    database = open(`postgres://procgen@127.0.0.1:${proxy.port}/procgen`);
  });

  const ask = () => database.query('SELECT 1 AS one');
  const insert = (id: number) =>
    database.transact(async (query) => {
      await query('INSERT INTO notes VALUES ($1)', [id]);
      return id;
    });

  it('does all statements of a transaction or none', async () => {
    await insert(1);
    await expect(
      database.transact(async (query) => {
        await query('INSERT INTO notes VALUES (2)');
        throw new TypeError('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await expect(insert(1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await database.query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
  });

  it('answers on after several statements in one text of which one failed', async () => {
    await expect(database.query('BEGIN; SELECT 1 / 0; COMMIT')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await ask()).toEqual([{ one: 1 }]);
    expect(proxy.count()).toBe(1);
  });

  it('holds four connections, however much is asked at once', async () => {
    await Promise.all(Array.from({ length: 200 }, ask));
    expect(proxy.count()).toBeLessThanOrEqual(4);
  });

  it('S-09 answers on with the connections that it has if the server has no more', async () => {
    await postgres.admin('ALTER ROLE crowded CONNECTION LIMIT 1');
    onTestFinished(async () => void (await postgres.admin('ALTER ROLE crowded CONNECTION LIMIT -1')));
    database = open(`postgres://crowded@127.0.0.1:${proxy.port}/procgen`);
    await ask();
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    expect(answers).toEqual(answers.map(() => [{ one: 1 }]));
  });

  it('refuses what waits too long for a connection, and no more than 1,000 wait', async () => {
    const hold = (seconds: number) =>
      Array.from({ length: 4 }, () => database.query(`SELECT pg_sleep(${seconds})`));
    await Promise.all(hold(0.2));
    const holders = hold(1.1);
    const started = performance.now();
    const waiters = await Promise.allSettled(Array.from({ length: 1_001 }, ask));
    expect(performance.now() - started).toBeLessThan(FIRST_MS);
    const reasons = waiters.map((each) => (each.status === 'rejected' ? each.reason.message : 'answered'));
    expect(reasons.filter((reason) => reason.includes('too many calls'))).toHaveLength(1);
    expect(reasons.filter((reason) => reason.includes('no connection was free'))).toHaveLength(1_000);
    await Promise.all(holders);
    expect(await ask()).toEqual([{ one: 1 }]);
  });

  /** What callers see while the server is out of reach, and that it ends by itself. */
  async function expectOutage(
    begin: () => void | Promise<void>,
    end: () => void | Promise<void>,
  ): Promise<void> {
    await Promise.all([ask(), ask(), ask(), ask()]);
    await begin();
    const failures = [];
    for (let call = 0; call < 3; call++) {
      const started = performance.now();
      const error = await ask().then(
        () => null,
        (cause) => cause,
      );
      failures.push({ code: error?.code, ms: performance.now() - started });
    }
    expect(failures.map(({ code }) => code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    expect(failures[0]?.ms).toBeLessThan(FIRST_MS);
    expect(Math.max(...failures.slice(1).map(({ ms }) => ms))).toBeLessThan(NEXT_MS);
    await end();
    const ended = performance.now();
    await expect
      .poll(() => ask().catch(() => null), { timeout: RECOVERY_MS, interval: 50 })
      .toEqual([{ one: 1 }]);
    expect(performance.now() - ended).toBeLessThan(RECOVERY_MS);
    expect(proxy.count()).toBeLessThanOrEqual(4);
  }

  it('S-09 A wire that is silent both ways is an outage that ends with the silence, and leaves no connection behind.', () =>
    expectOutage(
      () => proxy.silence(),
      () => proxy.restore(),
    ));

  it('S-09 A server that is stopped with SIGSTOP is an outage that ends when it continues.', () =>
    expectOutage(
      () => postgres.signal('SIGSTOP'),
      () => postgres.signal('SIGCONT'),
    ));

  it('S-09 A server that is killed with -9 is an outage that ends when it is started again.', () =>
    expectOutage(
      () => postgres.kill(),
      () => postgres.restart(),
    ));

  it.each([
    [
      'has no connections left',
      'crowded',
      'ALTER ROLE crowded CONNECTION LIMIT 0',
      'ALTER ROLE crowded CONNECTION LIMIT -1',
    ],
    [
      'has another password',
      'guarded:canary',
      "ALTER ROLE guarded PASSWORD 'another'",
      "ALTER ROLE guarded PASSWORD 'canary'",
    ],
  ])('S-09 A server that %s is an outage that ends when that is over.', async (_, user, begin, end) => {
    database = open(`postgres://${user}@127.0.0.1:${proxy.port}/procgen`);
    await expectOutage(
      async () => {
        await postgres.admin(begin);
        proxy.cut();
      },
      async () => void (await postgres.admin(end)),
    );
  });

  it('S-09 A server that turns read-only is an outage for changes that ends when it takes writes again.', async () => {
    await insert(1);
    const turn = async (value: 'on' | 'off') => {
      // The administrator's own connection is read-only then, too.
      await postgres.admin(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await postgres.admin('SELECT pg_reload_conf()');
    };
    await turn('on');
    await expect.poll(() => insert(2).catch(({ code }) => code)).toBe('UNAVAILABLE');
    await turn('off');
    await expect.poll(() => insert(3).catch(() => null), { timeout: RECOVERY_MS }).toBe(3);
  });

  it('S-09 A change whose answer to COMMIT is lost is UNKNOWN, one that is lost before is UNAVAILABLE.', async () => {
    proxy.loseAnswers((message) => message.includes('COMMIT\0'));
    await expect(insert(1)).rejects.toMatchObject({ code: 'UNKNOWN' });
    proxy.loseAnswers((message) => message.includes('INSERT'));
    await expect(insert(2)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    proxy.loseAnswers(() => false);
    expect(await database.query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
  });

  it('S-09 A change during which the server ends the connection is UNKNOWN.', async () => {
    const change = database.execute('SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(change).rejects.toMatchObject({
      code: 'UNKNOWN',
      message: expect.stringContaining('terminating connection'),
    });
    expect(await ask()).toEqual([{ one: 1 }]);
  });

  it('keeps a connection on which a statement failed, whatever the language of the server', async () => {
    // Czech has a word of the same length.
    proxy.replace('SERROR\0', 'SCHYBA\0');
    const readId = () => database.query('SELECT pg_backend_pid() AS id');
    const id = await readId();
    await expect(database.query('SELECT 1 / 0')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('22012'),
    });
    await insert(1);
    await expect(insert(1)).rejects.toMatchObject({ message: expect.stringContaining('23505') });
    expect(await readId()).toEqual(id);
  });

  it('S-09 A change that may not be on the synchronous standby is UNKNOWN, whatever the language of the server.', async () => {
    proxy.replace('SWARNING\0', 'SWARNUNG\0');
    const setStandbys = async (names: string) => {
      await postgres.admin(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await postgres.admin('SELECT pg_reload_conf(), pg_sleep(0.5)');
    };
    await setStandbys('missing');
    onTestFinished(() => setStandbys(''));
    const insertion = database.transact((query) => query('INSERT INTO notes VALUES (1)'), {
      statementMs: 60_000,
    });
    const outcome = insertion.catch((error) => error);
    const cancel = () =>
      postgres.admin("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    await expect.poll(cancel).toHaveLength(1);
    expect(await outcome).toMatchObject({ code: 'UNKNOWN', message: expect.stringContaining('standby') });
    expect(await database.query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
  });

  it('finds the host that takes writes among several, whichever it is', async () => {
    const unused = await startWireProxy(1);
    await unused.close();
    const [first, second] = [`127.0.0.1:${unused.port}`, `127.0.0.1:${postgres.port}`];
    for (const hosts of [`${first},${second}`, `${second},${first}`])
      expect(await open(`postgres://procgen@${hosts}/procgen`).query('SELECT 1 AS one')).toEqual([
        { one: 1 },
      ]);
    const none = open(`postgres://procgen:canary@${first},127.0.0.1:1/procgen`);
    const error = await none.query('SELECT 1').catch((cause) => cause);
    expect(error.message).toContain(`ECONNREFUSED ${first}`);
    expect(error.message).not.toContain('canary');
  });

  it('lets no lock of another transaction outlast a call, and keeps its connections', async () => {
    await insert(1);
    const holder = new pg.Client(postgres.url());
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('BEGIN; SELECT * FROM notes FOR UPDATE');
    const update = () => database.transact((query) => query('UPDATE notes SET id = 2'));
    await expect(update()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('55P03'),
    });
    expect(await ask()).toEqual([{ one: 1 }]);
    await holder.query('ROLLBACK');
    await update();
  });
});
