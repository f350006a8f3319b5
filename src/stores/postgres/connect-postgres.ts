import { Socket } from 'node:net';
import type Pg from 'pg';
import type { PostgresHost, PostgresTarget } from './parse-postgres-url.js';

/** A connection to the server that accepts writes. It runs one statement at a time. */
export interface PostgresConnection {
  /** Whether the connection was lost or destroyed and cannot be used any more. */
  readonly isLost: boolean;
  /** The problem of the server for which the connection was destroyed, if any. It affects other connections too. */
  readonly serverProblem: string | null;
  /**
   * Runs a statement. Rejects with a `ServerError`, after which the connection can still be used, or with a
   * `LostConnection`. A connection that does not respond within `limitMs` is destroyed.
   */
  query(text: string, values: readonly unknown[], limitMs: number): Promise<PostgresResult>;
  destroy(serverProblem?: string): void;
}

/** The problem of a server that does not accept writes, or no longer does. */
export const READS_ONLY_PROBLEM = 'the server is a standby or read-only';

export interface PostgresResult {
  // biome-ignore lint/suspicious/noExplicitAny: the columns depend on the statement.
  readonly rows: readonly any[];
  /** The command tag. For a COMMIT it is `ROLLBACK` if the transaction had failed. */
  readonly command: string;
  /** Whether the server sent a warning. */
  readonly isWarned: boolean;
}

/** An error from the server about a statement. Only the message is kept, because the details contain values. */
export class ServerError extends Error {
  /** The SQLSTATE. https://www.postgresql.org/docs/current/errcodes-appendix.html */
  readonly code: string;

  constructor({ message, code }: Pick<ServerError, 'message' | 'code'>) {
    super(`${message} (${code})`);
    this.code = code;
  }
}

/** The connection was lost or destroyed before the server responded. */
export class LostConnection extends Error {}

const INT8_OID = 20;

/** The SQLSTATE of a notice that is no warning. */
const SUCCESSFUL_COMPLETION = '00000';

/** A column that is true on a standby and on a read-only server. */
export const READS_ONLY = `current_setting('transaction_read_only')::boolean AS "readsOnly"`;

export interface ConnectOptions {
  readonly firstHost: number;
  readonly limitMs: number;
  readonly events?: ConnectionEvents | undefined;
}

export interface ConnectionEvents {
  readonly onNotification: () => void;
  /** Called once, after a connection that `connectPostgres` returned is lost or destroyed. */
  readonly onLost: () => void;
}

/**
 * Connects to the first of the target's hosts that accepts writes, starting with `firstHost`. Each host has `limitMs`.
 * Rejects with a `LostConnection` that gives the reason for each host.
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
    // Unix sockets do not use TLS.
    ssl: host?.startsWith('/') ? false : ssl,
    application_name: applicationName,
    keepAlive: true,
    stream: () => socket,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  const connection = createConnection(client, socket);
  try {
    await withTimeout(limitMs, client.connect());
    const { rows } = await connection.query(`SELECT ${READS_ONLY}`, [], limitMs);
    if (rows[0].readsOnly) throw new LostConnection(READS_ONLY_PROBLEM);
  } catch (error) {
    connection.destroy();
    throw new LostConnection(explain(error as Error));
  }
  if (events) {
    client.on('notification', events.onNotification);
    // Also emitted after `destroy`, when the socket has closed.
    client.on('end', events.onLost);
  }
  return connection;
}

function createConnection(client: Pg.Client, socket: Socket): PostgresConnection {
  let isLost = false;
  let serverProblem: string | null = null;
  let isWarned = false;
  const destroy = (problem?: string) => {
    isLost = true;
    serverProblem ??= problem ?? null;
    socket.destroy();
  };
  // Without a listener, a lost server connection would end this process.
  client.on('error', () => destroy());
  client.on('end', () => destroy());
  client.on('notice', ({ code }) => {
    isWarned ||= code !== SUCCESSFUL_COMPLETION;
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
        const answer = await withTimeout(limitMs, runStatement(client, text, values));
        // A text with several statements has several results.
        const result = [answer].flat().at(-1) as Pg.QueryResult;
        return { rows: result.rows, command: result.command, isWarned };
      } catch (error) {
        if (error instanceof ServerError) throw error;
        destroy(error instanceof ServerTimeout ? error.message : undefined);
        throw new LostConnection(explain(error as Error));
      }
    },
    destroy,
  };
}

/** Rejects with a `ServerError` if the connection can still be used, and otherwise with another error. */
async function runStatement(client: Pg.Client, text: string, values: readonly unknown[]) {
  try {
    return await client.query(text, values as unknown[]);
  } catch (error) {
    if ((error as Pg.DatabaseError).severity === undefined) throw error;
    // The server closes the connection after a fatal error. Its severity is localized, and its code can be any.
    const isUsable = await client.query('').then(
      () => true,
      () => false,
    );
    throw isUsable ? new ServerError(error as ServerError) : error;
  }
}

class ServerTimeout extends Error {
  constructor() {
    super('the server did not respond in time');
  }
}

/** Rejects with `ServerTimeout` if `answer` does not settle in time. */
async function withTimeout<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // A response that arrived while this process was busy is read before setImmediate.
    timer = setTimeout(() => setImmediate(() => reject(new ServerTimeout())), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns only the message, because errors of `pg` can contain values, and a remedy if one is known. */
function explain({ message, code = '' }: Error & { readonly code?: string }): string {
  if (message.includes('client password must be a string'))
    return 'the server asks for a password, and none is given; set PGPASSWORD';
  // If a name has several addresses, the aggregate error has no message.
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
