/** The driver for any number of processes: all state in PostgreSQL. */
import type Pg from 'pg';
import { createKeyListeners } from './key-listeners.js';
import {
  type ConnectionEvents,
  connectPostgres,
  type PostgresConnection,
  READS_ONLY,
} from './postgres/connect-postgres.js';
import { countContents, fillContents, withContents } from './postgres/contents.js';
import { createDatabase, type Database } from './postgres/database.js';
import { startKeyLookup } from './postgres/key-lookup.js';
import { prepareKeyNotifications } from './postgres/key-notifications.js';
import { type MigrateOptions, migrate } from './postgres/migrate.js';
import { MIGRATIONS } from './postgres/migrations.js';
import { parsePostgresUrl } from './postgres/parse-postgres-url.js';
import { createPostgresAnswers } from './postgres/postgres-answers.js';
import { createPostgresKeyStore } from './postgres/postgres-keys.js';
import { createPostgresSessionStore } from './postgres/postgres-sessions.js';
import { createPostgresUsageStore } from './postgres/postgres-usage.js';
import { createPostgresUserStore } from './postgres/postgres-users.js';
import { AUDIT } from './postgres/statements.js';
import type { Store } from './store.js';
import type { StoreContents } from './store-contents.js';
import { StoreError } from './store-error.js';
import type { StoreReport } from './store-report.js';

export interface PostgresStoreOptions {
  /** The number of keys cached in memory; default 100,000. */
  readonly keyCacheSize?: number | undefined;
  readonly onWarn?: ((message: string) => void) | undefined;
}

/**
 * Opens the store at a `postgres://` URL and creates its tables if there are none. Rejects with a `StoreError`:
 * UNSUPPORTED, NEWER, DAMAGED, READ_ONLY, or UNAVAILABLE if the server cannot be reached.
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions = {}): Promise<Store> {
  const { keyCacheSize = 100_000, onWarn } = options;
  const { database, connect } = await openDatabase(url, { onWarn });
  const listeners = createKeyListeners();
  const lookup = await startKeyLookup(database, keyCacheSize, listeners.notify).catch((error) =>
    closeAfter(database, error),
  );
  const notifications = prepareKeyNotifications({
    connect,
    query: database.query,
    onNotification: lookup.poll,
  });
  const answers = createPostgresAnswers(database);
  return {
    now: lookup.now,
    answers,
    keys: createPostgresKeyStore(database, {
      find(hashes) {
        notifications.listen();
        return lookup.find(hashes);
      },
      noteChange(hash) {
        lookup.forget(hash);
        listeners.notify(hash);
        notifications.announce();
      },
      watch(listener) {
        notifications.listen();
        return listeners.watch(listener);
      },
    }),
    usage: createPostgresUsageStore(database),
    users: createPostgresUserStore(database),
    sessions: createPostgresSessionStore(database),
    audit: {
      async append(entry) {
        await database.execute(AUDIT.insert, [JSON.stringify([entry])]);
      },
      async listByUser(userId, { skip, limit }) {
        return (await database.query(AUDIT.listByUser, [userId, skip, limit])).map(({ entry }) => entry);
      },
      async listByKey(keyId, limit) {
        return (await database.query(AUDIT.listByKey, [keyId, limit])).map(({ entry }) => entry);
      },
    },
    fill: (parts) => fillContents(database, parts),
    isReady: () =>
      database.query(`SELECT ${READS_ONLY}`).then(
        () => true,
        () => false,
      ),
    // Other processes open it themselves.
    serveCalls() {},
    async close() {
      lookup.stop();
      notifications.stop();
      answers.stop();
      await database.close();
    },
  };
}

/**
 * Calls `use` with a consistent snapshot of the store at a URL, which servers may use meanwhile. Rejects like
 * `openPostgresStore`, and with MISSING.
 */
export async function withPostgresContents<Result>(
  url: string,
  use: (parts: AsyncIterable<StoreContents>) => Promise<Result>,
): Promise<Result> {
  const { database } = await openDatabase(url, { changesNothing: true });
  return withContents(database, use).finally(database.close);
}

/** Reports whether a server could start on the store, without changing anything. */
export async function verifyPostgresStore(url: string): Promise<StoreReport> {
  const report = { path: parsePostgresUrl(url).name, owner: null, leftovers: [] };
  try {
    const { database } = await openDatabase(url, { changesNothing: true });
    const counts = await countContents(database).finally(database.close);
    return { ...report, version: MIGRATIONS.length, counts, faults: [] };
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause;
    const { code, message } = cause;
    return { ...report, version: null, counts: null, faults: [{ code, message }] };
  }
}

interface OpenedDatabase {
  readonly database: Database;
  /** Opens a connection in addition to those of the database. */
  connect(events: ConnectionEvents): Promise<PostgresConnection>;
}

const CONNECT_MS = 1_000;

async function openDatabase(url: string, options: MigrateOptions): Promise<OpenedDatabase> {
  const target = parsePostgresUrl(url);
  const pg = await importPg();
  const database = createDatabase(pg, target);
  await migrate(database, options).catch((error) => closeAfter(database, error));
  return {
    database,
    async connect(events) {
      return (await connectPostgres(pg, target, { firstHost: 0, limitMs: CONNECT_MS, events })).connection;
    },
  };
}

async function closeAfter(database: Database, error: unknown): Promise<never> {
  await database.close();
  throw error;
}

async function importPg(): Promise<typeof Pg> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StoreError(
      'UNSUPPORTED',
      'The store is in PostgreSQL, but the package pg is missing. Run "npm install pg@8".',
      cause,
    );
  }
}
