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

/** Runs one statement and returns its rows. */
// biome-ignore lint/suspicious/noExplicitAny: the columns depend on the statement.
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly any[]>;

/** A database that may be unreachable. Every method rejects with a `StoreError`. */
export interface Database {
  /** The URL without user and password. */
  readonly name: string;
  /**
   * Runs a single statement that waits for no lock and is safe to repeat. If it selects `READS_ONLY`, it rejects with
   * UNAVAILABLE unless the server accepts writes.
   */
  readonly query: Query;
  /** Runs a single statement that changes something. Rejects with UNKNOWN if the response is lost. */
  readonly execute: Query;
  /**
   * Runs the work in a transaction: all its statements take effect or none. It is rolled back if the work throws. If it
   * throws a `Rollback`, the outcome of that is the result. Rejects with UNAVAILABLE if nothing happened, and with
   * UNKNOWN if the response to COMMIT was lost.
   */
  transact<T>(work: (query: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** The timeout of each statement, in milliseconds. */
  readonly statementMs?: number;
}

/** Thrown in a transaction to roll it back and return a result. */
export class Rollback<Outcome> {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }
}

/**
 * The timeout of a deferrable statement that writes for a thousand keys or sessions. Reading many rows that are not in
 * the server's cache takes long, but is no outage.
 */
export const BOOKKEEPING_MS = 10_000;

const CONNECT_MS = 1_000;
/** Including the wait for a connection, a call fails within 2.5 s. */
const STATEMENT_MS = 1_200;

/**
 * All settings are local to the transaction, because a pooler may give the connection to another client afterwards. The
 * lock timeout is shorter than the statement timeout. A suspended process holds its locks for 5 s at most.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL lock_timeout = 1000;
SET LOCAL idle_in_transaction_session_timeout = 5000`;

const READ_ONLY_TRANSACTION = '25006';

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly limitMs?: number;
  /** Creates the error for a lost response. */
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
      throw new StoreError('UNAVAILABLE', `The store ${name} reported an error: ${error.message}.`, error);
    }
  }

  async function commit(connection: PostgresConnection, limitMs: number): Promise<void> {
    const { command, isWarned } = await run(connection, { text: 'COMMIT', limitMs, whenLost: unknown });
    if (command !== 'COMMIT') throw unavailable('the transaction was rolled back');
    // The server stopped waiting for its synchronous standby.
    if (isWarned) throw unknown('the change may not be on the standby');
  }

  /** Runs one text outside of a transaction. If one of several statements in it fails, no transaction stays open. */
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
          if (error instanceof Rollback) return error.outcome;
          throw error;
        }
      }),
    close: pool.close,
  };
}

async function rollBack(connection: PostgresConnection): Promise<void> {
  // A connection that cannot roll back is destroyed, which makes the server roll back.
  await connection.query('ROLLBACK', [], STATEMENT_MS).catch(() => connection.destroy());
}
