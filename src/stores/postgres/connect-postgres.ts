import { Socket } from 'node:net';
import type Pg from 'pg';
import type { PostgresHost, PostgresTarget } from './parse-postgres-url.js';

/** A connection to the server that takes writes. It runs one statement at a time. */
export interface PostgresConnection {
  /** Whether it was lost or given up. It is of no use any more. */
  readonly isLost: boolean;
  /** What is wrong with the server, where the connection was given up for it: it concerns other connections too. */
  readonly serverProblem: string | null;
  /**
   * Runs a statement. Rejects with a `ServerError`, after which the connection can be used, or with a `LostConnection`:
   * one that does not answer within `limitMs` is destroyed.
   */
  query(text: string, values: readonly unknown[], limitMs: number): Promise<PostgresResult>;
  destroy(serverProblem?: string): void;
}

/** The problem of a server that is not the one that takes writes, or not any more. */
export const READS_ONLY_PROBLEM = 'the server is a standby or read-only';

export interface PostgresResult {
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its columns.
  readonly rows: readonly any[];
  /** For the statement COMMIT also `ROLLBACK`: the transaction had failed before. */
  readonly command: string;
  /** Whether the server warned of something. */
  readonly isWarned: boolean;
}

/** What the server says of a statement. Only the message is kept, because the details hold values. */
export class ServerError extends Error {
  /** The SQLSTATE. https://www.postgresql.org/docs/current/errcodes-appendix.html */
  readonly code: string;

  constructor({ message, code }: Pick<ServerError, 'message' | 'code'>) {
    super(`${message} (${code})`);
    this.code = code;
  }
}

/** The connection was lost or given up before the server answered. */
export class LostConnection extends Error {}

const INT8_OID = 20;

/** A column that is true on a standby and on a server that takes no writes. */
export const READS_ONLY = `current_setting('transaction_read_only')::boolean AS "readsOnly"`;

export interface ConnectOptions {
  readonly firstHost: number;
  readonly limitMs: number;
  readonly events?: ConnectionEvents | undefined;
}

export interface ConnectionEvents {
  readonly onNotification: () => void;
  /** Called when the connection is of no use any more, perhaps more than once. */
  readonly onLost: () => void;
}

/**
 * Connects to one of the target's hosts, `firstHost` before the others, that takes writes. Each host has `limitMs`. Rejects
 * with a `LostConnection` that says what is wrong with each.
 */
export async function connectPostgres(
  pg: typeof Pg,
  target: PostgresTarget,
  { firstHost, limitMs, events }: ConnectOptions,
): Promise<{ readonly connection: PostgresConnection; readonly hostIndex: number }> {
  const causes = new Set<string>();
  for (let offset = 0; offset < target.hosts.length; offset++) {
    const hostIndex = (firstHost + offset) % target.hosts.length;
    try {
      const host = target.hosts[hostIndex] as PostgresHost;
      return { connection: await connectHost(pg, target, host, { limitMs, events }), hostIndex };
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      causes.add(error.message);
    }
  }
  throw new LostConnection([...causes].join('; '));
}

async function connectHost(
  pg: typeof Pg,
  { database, user, password, ssl, applicationName }: PostgresTarget,
  { host, port }: PostgresHost,
  { limitMs, events }: Omit<ConnectOptions, 'firstHost'>,
): Promise<PostgresConnection> {
  const socket = new Socket();
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    password,
    // A Unix socket has no TLS.
    ssl: host?.startsWith('/') ? false : ssl,
    application_name: applicationName,
    keepAlive: true,
    stream: () => socket,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  const connection = createConnection(client, socket, events);
  try {
    await within(limitMs, client.connect());
    const { rows } = await connection.query(`SELECT ${READS_ONLY}`, [], limitMs);
    if (rows[0].readsOnly) throw new LostConnection(READS_ONLY_PROBLEM);
    return connection;
  } catch (error) {
    connection.destroy();
    throw new LostConnection(explain(error as Error));
  }
}

function createConnection(
  client: Pg.Client,
  socket: Socket,
  events: ConnectionEvents | undefined,
): PostgresConnection {
  let isLost = false;
  let serverProblem: string | null = null;
  let isWarned = false;
  const destroy = (problem?: string) => {
    isLost = true;
    serverProblem ??= problem ?? null;
    socket.destroy();
    events?.onLost();
  };
  if (events) client.on('notification', events.onNotification);
  // Without a listener, a server that goes away would end this process.
  client.on('error', () => destroy());
  client.on('end', () => destroy());
  client.on('notice', ({ severity }) => {
    isWarned ||= severity === 'WARNING';
  });

  return {
    get isLost() {
      return isLost;
    },
    get serverProblem() {
      return serverProblem;
    },
    async query(text, values, limitMs) {
      isWarned = false;
      try {
        const answer = await within(limitMs, client.query(text, values as unknown[]));
        // Several statements in one text have several results.
        const result = [answer].flat().at(-1) as Pg.QueryResult;
        return { rows: result.rows, command: result.command, isWarned };
      } catch (error) {
        if ((error as Pg.DatabaseError).severity === 'ERROR') throw new ServerError(error as ServerError);
        destroy(error instanceof TimedOut ? error.message : undefined);
        throw new LostConnection(explain(error as Error));
      }
    },
    destroy,
  };
}

class TimedOut extends Error {
  constructor() {
    super('the server does not answer in time');
  }
}

/** Rejects with `TimedOut` when the answer does not come in time. */
async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // An answer that arrived while this process was busy is read before setImmediate.
    timer = setTimeout(() => setImmediate(() => reject(new TimedOut())), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The message alone, because errors of `pg` can hold what was sent, and what helps. */
function explain({ message, code = '' }: Error & { readonly code?: string }): string {
  if (message.includes('client password must be a string'))
    return 'the server asks for a password, and none is given; set PGPASSWORD';
  // Where a name has several addresses, the error of them all has no message.
  const cause = message || code || 'the connection failed';
  return Object.hasOwn(HELP, code) ? `${cause}; ${HELP[code]}` : cause;
}

const HELP: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'check the host and the port, and whether PostgreSQL runs',
  ENOTFOUND: 'check the host',
  '28000': 'check the user and pg_hba.conf',
  '28P01': 'check the user and the password',
  '3D000': 'create it: CREATE DATABASE',
  '53300': 'raise max_connections or run fewer processes',
};
