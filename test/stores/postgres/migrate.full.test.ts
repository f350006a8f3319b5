import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../../../src/stores/postgres/database.js';
import { migrate } from '../../../src/stores/postgres/migrate.js';
import { MIGRATIONS } from '../../../src/stores/postgres/migrations.js';
import { parsePostgresUrl } from '../../../src/stores/postgres/parse-postgres-url.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';
import { startWireProxy } from './wire-proxy.js';

describe.skipIf(!hasPostgres())('S-09 A start on PostgreSQL', () => {
  let postgres: RunningPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.admin("CREATE ROLE stranger LOGIN; CREATE ROLE guarded LOGIN PASSWORD 'canary'");
  });
  afterAll(() => postgres.stop());
  beforeEach(() => postgres.reset());

  async function start(url = postgres.url()): Promise<readonly string[]> {
    const warnings: string[] = [];
    const database = createDatabase(pg, parsePostgresUrl(url));
    try {
      await migrate(database, { onWarn: (warning) => warnings.push(warning) });
    } finally {
      await database.close();
    }
    return warnings;
  }

  const readVersion = async () =>
    (await postgres.admin('SELECT version FROM procgen.schema_version'))[0].version;

  it('makes the schema once, also of several at once', async () => {
    await Promise.all([start(), start(), start()]);
    expect(await readVersion()).toBe(MIGRATIONS.length);
    expect(await start()).toEqual([]);
  });

  it('leaves nothing behind when it is cut off in the midst of a migration', async () => {
    const proxy = await startWireProxy(postgres.port);
    onTestFinished(() => proxy.close());
    proxy.loseAnswers((message) => message.includes('CREATE TABLE procgen.sessions'));
    await expect(start(`postgres://procgen@127.0.0.1:${proxy.port}/procgen`)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await start();
    expect(await readVersion()).toBe(MIGRATIONS.length);
  });

  it('keeps nobody from keys while it waits in a later migration', async () => {
    await postgres.admin(`CREATE SCHEMA procgen; CREATE TABLE procgen.schema_version (version integer NOT NULL);
INSERT INTO procgen.schema_version VALUES (1);${MIGRATIONS[0]}`);
    const writer = new pg.Client(postgres.url());
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query('BEGIN; LOCK TABLE procgen.audit_log IN ROW EXCLUSIVE MODE');
    const started = start();
    const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'procgen.audit_log'::regclass";
    await expect.poll(() => postgres.admin(waits)).not.toEqual([]);
    const look = "SET lock_timeout = '100ms'; SELECT disabled FROM procgen.api_keys, procgen.sessions";
    expect(await postgres.admin(look)).toEqual([]);
    await writer.query('COMMIT');
    await started;
    expect(await readVersion()).toBe(MIGRATIONS.length);
  });

  it('warns where an answered change can be lost', async () => {
    await postgres.admin('ALTER ROLE stranger SET synchronous_commit = off');
    await postgres.admin('GRANT CREATE ON DATABASE procgen TO stranger');
    onTestFinished(async () => {
      await postgres.reset();
      await postgres.admin('REVOKE CREATE ON DATABASE procgen FROM stranger');
      await postgres.admin('ALTER ROLE stranger RESET synchronous_commit');
    });
    const url = postgres.url('procgen', 'stranger');
    expect(await start(url)).toEqual([expect.stringContaining('synchronous_commit = off')]);
  });

  it.each<[string, string, () => Promise<string>, RegExp]>([
    [
      'a schema that is newer than known',
      'NEWER',
      async () => {
        await start();
        await postgres.admin('UPDATE procgen.schema_version SET version = 99');
        return postgres.url();
      },
      /has version 99 of the schema, but this procgen only knows \d+\. Update procgen\.$/,
    ],
    [
      "somebody else's tables",
      'DAMAGED',
      async () => {
        await postgres.admin('CREATE SCHEMA procgen; CREATE TABLE procgen.api_keys (id integer)');
        return postgres.url();
      },
      /tables that procgen did not create\. Use another database/,
    ],
    [
      "somebody else's versions",
      'DAMAGED',
      async () => {
        await postgres.admin(
          'CREATE SCHEMA procgen; CREATE TABLE procgen.schema_version (installed_rank integer)',
        );
        return postgres.url();
      },
      /tables that procgen did not create\. Use another database/,
    ],
    [
      'a role that may not make the schema',
      'READ_ONLY',
      async () => postgres.url('procgen', 'stranger'),
      /permission denied .* CREATE SCHEMA procgen AUTHORIZATION the_role\.$/,
    ],
    [
      'a role that may not read the schema',
      'READ_ONLY',
      async () => {
        await start();
        return postgres.url('procgen', 'stranger');
      },
      /permission denied/,
    ],
    [
      'a role that may only read',
      'READ_ONLY',
      async () => {
        await start();
        await postgres.admin(
          'GRANT USAGE ON SCHEMA procgen TO stranger; GRANT SELECT ON ALL TABLES IN SCHEMA procgen TO stranger',
        );
        return postgres.url('procgen', 'stranger');
      },
      /GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA procgen TO "stranger"\.$/,
    ],
    [
      'a server that is older than PostgreSQL 15',
      'UNSUPPORTED',
      async () => {
        const proxy = await startWireProxy(postgres.port);
        onTestFinished(() => proxy.close());
        const [{ number }] = await postgres.admin("SELECT current_setting('server_version_num') AS number");
        proxy.replace(number, '140019');
        return `postgres://procgen@127.0.0.1:${proxy.port}/procgen`;
      },
      /procgen needs PostgreSQL 15 or later\.$/,
    ],
    [
      'a database without Unicode',
      'UNSUPPORTED',
      async () => {
        await postgres.admin("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
        return postgres.url('latin');
      },
      /has the encoding LATIN1\. Create the database with ENCODING 'UTF8'\.$/,
    ],
    [
      'a wrong password',
      'UNAVAILABLE',
      async () => postgres.url('procgen', 'guarded:not-the-canary'),
      /password authentication failed for user "guarded"; check the user and the password/,
    ],
    [
      'no password',
      'UNAVAILABLE',
      async () => postgres.url('procgen', 'guarded'),
      /asks for a password, and none is given/,
    ],
    [
      'a database that is not there',
      'UNAVAILABLE',
      async () => postgres.url('nowhere'),
      /database "nowhere" does not exist; create it: CREATE DATABASE/,
    ],
    [
      'a server that is not there',
      'UNAVAILABLE',
      async () => 'postgres://procgen:canary@127.0.0.1:1/procgen',
      /ECONNREFUSED 127\.0\.0\.1:1; check the host and the port/,
    ],
  ])(
    'is refused by %s within 5 s, with the cause, what to do and no password',
    async (_, code, prepare, message) => {
      const url = await prepare();
      const started = performance.now();
      const error = await start(url).catch((cause) => cause);
      expect(error).toMatchObject({ name: 'StoreError', code, message: expect.stringMatching(message) });
      expect(error.message).not.toContain('canary');
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});
