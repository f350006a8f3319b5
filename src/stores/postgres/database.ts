import type Pg from 'pg';
import { StoreError } from '../store-error.js';
import {
  connectPostgres,
  LostConnection,
  type PostgresConnection,
  type PostgresResult,
  READS_ONLY_PROBLEM,
  ServerError,
} from './connect-postgres.js';
import type { PostgresTarget } from './parse-postgres-url.js';
import { createPool } from './pool.js';

/** Runs one statement and gives back its rows. */
// biome-ignore lint/suspicious/noExplicitAny: each statement knows its columns.
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly any[]>;

/** A database that may be out of reach. Everything rejects with a `StoreError`. */
export interface Database {
  /** Without user and password. */
  readonly name: string;
  /**
   * A statement by itself that waits for no lock, and does no harm when it is repeated. With the column `READS_ONLY` it is
   * UNAVAILABLE unless the server takes writes.
   */
  readonly query: Query;
  /** A statement by itself that changes something: UNKNOWN where its answer is lost. */
  readonly execute: Query;
  /**
   * Runs the work in a transaction: all its statements take effect or none. Work that throws is rolled back, and so is work
   * that throws a `Refusal`, whose outcome is then the result. UNAVAILABLE: nothing happened. UNKNOWN: the answer to COMMIT
   * was lost.
   */
  transact<T>(work: (query: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** How long each statement may take. */
  readonly statementMs?: number;
}

/** Thrown in a transaction to roll it back with a result. */
export class Refusal<Outcome> {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }
}

/**
 * How long a statement may take that writes for a thousand keys or sessions what can wait: many rows that are not in the
 * server's memory are no outage.
 */
export const BOOKKEEPING_MS = 10_000;

const CONNECT_MS = 1_000;
/** With the wait for a connection a call fails within 2.5 s. */
const STATEMENT_MS = 1_200;

/**
 * Nothing outlasts the transaction, because a pooler may give the connection to somebody else. A lock is waited for less
 * long than a statement, and is held by a process that was stopped for 5 s at most.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL lock_timeout = 1000;
SET LOCAL idle_in_transaction_session_timeout = 5000`;

const READ_ONLY_TRANSACTION = '25006';

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly limitMs?: number;
  /** What a lost answer means. */
  readonly whenLost?: (cause: string) => StoreError;
}

export function createDatabase(pg: typeof Pg, target: PostgresTarget): Database {
  const { name } = target;
  let firstHost = 0;
  const pool = createPool({
    name,
    async connect() {
      const { connection, hostIndex } = await connectPostgres(pg, target, { firstHost, limitMs: CONNECT_MS });
      firstHost = hostIndex;
      return connection;
    },
  });

  const unavailable = (cause: string) =>
    new StoreError('UNAVAILABLE', `The connection to ${name} was lost: ${cause}.`);
  const unknown = (cause: string) =>
    new StoreError('UNKNOWN', `Whether ${name} made the change is unknown: ${cause}.`);

  async function run(
    connection: PostgresConnection,
    { text, values = [], limitMs = STATEMENT_MS, whenLost = unavailable }: Statement,
  ): Promise<PostgresResult> {
    try {
      const result = await connection.query(text, values, limitMs);
      if (!result.rows[0]?.readsOnly) return result;
      connection.destroy(READS_ONLY_PROBLEM);
      throw new LostConnection(READS_ONLY_PROBLEM);
    } catch (error) {
      if (error instanceof LostConnection) throw whenLost(error.message);
      if (!(error instanceof ServerError)) throw error;
      if (error.code === READ_ONLY_TRANSACTION) connection.destroy(READS_ONLY_PROBLEM);
      throw new StoreError('UNAVAILABLE', `The store ${name} refuses: ${error.message}.`, error);
    }
  }

  async function commit(connection: PostgresConnection, limitMs: number): Promise<void> {
    const { command, isWarned } = await run(connection, { text: 'COMMIT', limitMs, whenLost: unknown });
    if (command !== 'COMMIT') throw unavailable('the transaction was rolled back');
    // The server gave up waiting for its synchronous standby.
    if (isWarned) throw unknown('the change may not be on the standby');
  }

  /** Runs one text by itself. Several statements in it, of which one fails, leave no transaction behind. */
  function runAlone(statement: Statement): ReturnType<Query> {
    return pool.use(async (connection) => {
      try {
        return (await run(connection, statement)).rows;
      } catch (error) {
        if (!connection.isLost) await rollBack(connection);
        throw error;
      }
    });
  }

  return {
    name,
    query: (text, values) => runAlone({ text, values }),
    execute: (text, values) => runAlone({ text, values, whenLost: unknown }),
    transact: (work, { statementMs = STATEMENT_MS } = {}) =>
      pool.use(async (connection) => {
        const query: Query = async (text, values) =>
          (await run(connection, { text, values, limitMs: statementMs })).rows;
        try {
          await query(BEGIN);
          const result = await work(query);
          await commit(connection, statementMs);
          return result;
        } catch (error) {
          if (!connection.isLost) await rollBack(connection);
          if (error instanceof Refusal) return error.outcome;
          throw error;
        }
      }),
    close: pool.close,
  };
}

async function rollBack(connection: PostgresConnection): Promise<void> {
  // A connection that cannot roll back is destroyed, and the server rolls back.
  await connection.query('ROLLBACK', [], STATEMENT_MS).catch(() => connection.destroy());
}
