import { StoreError, type StoreErrorCode } from '../store-error.js';
import { ServerError } from './connect-postgres.js';
import type { Database, Query } from './database.js';
import { MIGRATIONS } from './migrations.js';

/** The key of an advisory lock, chosen so that other programs are unlikely to use it. */
const LOCK = 7_068_240_511;
const OLDEST_SERVER = 150_000;
/** How long a start waits for another process that migrates. */
const LOCK_MS = 4_000;
/** The statement timeout: creating an index on a long audit log takes time. */
const STATEMENT_MS = 30_000;

const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_COLUMN = '42703';

export interface MigrateOptions {
  readonly onWarn?: ((message: string) => void) | undefined;
  /** Makes a database without the schema MISSING, and one with an older schema OUTDATED. */
  readonly changesNothing?: boolean;
}

/**
 * Checks that the database is usable, and migrates its schema to the version of this procgen. Of several concurrent
 * processes, one migrates and the others wait. Rejects with a `StoreError` that says what to do: UNSUPPORTED (the
 * server), NEWER (the schema), DAMAGED (foreign tables) or READ_ONLY (the role).
 */
export async function migrate(
  database: Database,
  { onWarn = () => {}, changesNothing = false }: MigrateOptions = {},
): Promise<void> {
  const { name } = database;
  await checkServer(database, onWarn);
  try {
    // Each migration has its own transaction, so that its locks are released before the next one.
    for (let version = 0; version < MIGRATIONS.length; )
      version = await database.transact(migrateOnce, { statementMs: STATEMENT_MS });
    await checkPrivileges(database);
  } catch (error) {
    const code = error instanceof StoreError && error.cause instanceof ServerError ? error.cause.code : null;
    if (code === INSUFFICIENT_PRIVILEGE)
      throw refuse(
        'READ_ONLY',
        `cannot be written: ${(error as Error).message} Its role must own the schema "procgen": CREATE SCHEMA procgen AUTHORIZATION the_role.`,
      );
    throw code === UNDEFINED_COLUMN ? foreign() : error;
  }

  /** Migrates the schema to the next version, if there is one, and returns its version. */
  async function migrateOnce(query: Query): Promise<number> {
    await query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    await query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const version = await readVersion(query);
    if (version > MIGRATIONS.length)
      throw refuse(
        'NEWER',
        `has version ${version} of the schema, but this procgen only knows ${MIGRATIONS.length}. Update procgen.`,
      );
    if (version < MIGRATIONS.length && changesNothing)
      throw refuse(
        'OUTDATED',
        `has version ${version} of the schema. It is migrated when a server of this procgen starts.`,
      );
    const migration = MIGRATIONS[version];
    if (migration === undefined) return version;
    await query(migration);
    await query('UPDATE procgen.schema_version SET version = $1', [version + 1]);
    return version + 1;
  }

  /** Returns the version of the schema, which is created if there is none. */
  async function readVersion(query: Query): Promise<number> {
    const [found] = await query(`
SELECT to_regnamespace('procgen') IS NOT NULL AS "hasSchema",
  EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('procgen')) AS "hasTables",
  EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('procgen') AND relname = 'schema_version') AS "hasVersion"`);
    if (found.hasVersion) {
      const rows = await query('SELECT version FROM procgen.schema_version');
      if (rows.length === 1 && Number.isInteger(rows[0].version)) return rows[0].version;
      throw foreign();
    }
    if (found.hasTables) throw foreign();
    if (changesNothing) throw refuse('MISSING', 'does not exist: procgen has not created its tables there.');
    if (!found.hasSchema) await query('CREATE SCHEMA procgen');
    await query('CREATE TABLE procgen.schema_version (version integer NOT NULL)');
    await query('INSERT INTO procgen.schema_version VALUES (0)');
    return 0;
  }

  function foreign(): StoreError {
    return refuse(
      'DAMAGED',
      'has a schema "procgen" with tables that procgen did not create. Use another database, or rename that schema.',
    );
  }

  function refuse(code: StoreErrorCode, reason: string): StoreError {
    return new StoreError(code, `The store ${name} ${reason}`);
  }
}

async function checkServer({ name, query }: Database, onWarn: (message: string) => void): Promise<void> {
  const [server] = await query(`
SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS version,
  current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS "synchronousCommit"`);
  const refuse = (reason: string) => new StoreError('UNSUPPORTED', `The store ${name} ${reason}`);
  if (server.number < OLDEST_SERVER)
    throw refuse(
      `runs on PostgreSQL ${server.version}. Update the server: procgen needs PostgreSQL 15 or later.`,
    );
  if (server.encoding !== 'UTF8')
    throw refuse(`has the encoding ${server.encoding}. Create the database with ENCODING 'UTF8'.`);
  if (server.synchronousCommit === 'off')
    onWarn(
      `${name} has synchronous_commit = off: a crash of PostgreSQL can lose changes that were already confirmed.`,
    );
}

async function checkPrivileges({ name, query }: Database): Promise<void> {
  const [missing] = await query(`
SELECT current_user AS role FROM pg_class
WHERE relnamespace = 'procgen'::regnamespace AND relkind = 'r' AND relname <> 'schema_version'
  AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
    AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
LIMIT 1`);
  if (missing === undefined) return;
  throw new StoreError(
    'READ_ONLY',
    `The role ${missing.role} is not allowed to write the store ${name}. Grant it access: ` +
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA procgen TO "${missing.role}".`,
  );
}
