import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findPort } from '../../find-port.js';
import { findPostgres } from './find-postgres.js';
import { requireProgram } from './require-program.js';

export interface RunningPostgres {
  readonly port: number;
  /** What the server has logged: statements and parameters too. */
  readonly log: readonly string[];
  /** The URL of a database, without a password. `procgen` is there from the start. */
  url(database?: string, user?: string): string;
  /** Runs SQL as a superuser and gives back the rows of the last statement. Not what is under test. */
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its columns.
  admin(sql: string, database?: string): Promise<any[]>;
  /** Removes what a store has made in the database `procgen`. */
  reset(): Promise<void>;
  /** The ids of the server's processes: one a connection, and some more. */
  listProcesses(): readonly number[];
  /** Sends a signal to the server's processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends all processes with `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Whether there is a PostgreSQL to test with; an exception where one has to be there. */
export function hasPostgres(): boolean {
  const { install, installation } = findPostgres();
  return requireProgram(install, 'PostgreSQL', installation);
}

/**
 * A real PostgreSQL on a free port of loopback, with a database `procgen` and a superuser `procgen` who needs no password.
 * Only a role `guarded` needs one. `settings` are those of postgresql.conf.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<RunningPostgres> {
  const cluster = makeCluster();
  const options = ['--auth=trust', '--username=procgen', '--encoding=UTF8', '--locale=C', '--no-sync'];
  runProgram(cluster, 'initdb', options);
  writeFileSync(join(cluster.data, 'pg_hba.conf'), HBA);
  const postgres = await run(cluster, settings);
  await postgres.admin('CREATE DATABASE procgen', 'postgres');
  return postgres;
}

const HBA = `host all guarded 127.0.0.1/32 scram-sha-256
local all all trust
host all,replication all 127.0.0.1/32 trust
`;

/** A standby of the primary, as far as it has come by now. It follows until `SELECT pg_promote()`. */
export async function startStandby(primary: RunningPostgres): Promise<RunningPostgres> {
  const cluster = makeCluster();
  const source = ['--host=127.0.0.1', `--port=${primary.port}`, '--username=procgen'];
  const options = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
  runProgram(cluster, 'pg_basebackup', [...source, ...options]);
  return run(cluster, {});
}

interface Cluster {
  readonly folder: string;
  readonly data: string;
  /** The folder of the programs. */
  readonly bin: string;
  readonly account: Account;
}

function makeCluster(): Cluster {
  const account = findAccount();
  const folder = mkdtempSync(join(tmpdir(), 'procgen-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid as number);
  const { install, installation } = findPostgres();
  if (install === undefined) throw new Error(`PostgreSQL is not installed: ${installation}`);
  const bin = install(folder);
  return { folder, data: join(folder, 'data'), bin, account };
}

function runProgram({ data, bin, account }: Cluster, name: string, args: readonly string[]): void {
  const options = { ...account, encoding: 'utf8' } as const;
  const { status, stderr, error } = spawnSync(join(bin, name), [`--pgdata=${data}`, ...args], options);
  if (status !== 0) throw new Error(`${name} failed: ${error ?? stderr}`);
}

async function run(
  cluster: Cluster,
  settings: Readonly<Record<string, string | number>>,
): Promise<RunningPostgres> {
  const port = await findPort();
  const log: string[] = [];
  const launch = () => launchServer({ cluster, port, settings: { ...SETTINGS, ...settings }, log });
  let server = await launch();

  const url = (database = 'procgen', user = 'procgen') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  async function admin(sql: string, database?: string): Promise<unknown[]> {
    const client = new pg.Client(url(database));
    client.on('error', () => {});
    await client.connect();
    try {
      const results = [await client.query(sql)].flat();
      return results.at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  }
  function listProcesses(): readonly number[] {
    const pid = server.pid as number;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children.filter((child) => child !== '').map(Number)];
  }
  function signal(name: NodeJS.Signals): void {
    for (const each of listProcesses()) {
      try {
        process.kill(each, name);
      } catch (error) {
        // The process of a connection may have ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
  async function end(isCrash: boolean): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    signal('SIGCONT');
    if (isCrash) signal('SIGKILL');
    else server.kill('SIGQUIT');
    await once(server, 'close');
  }

  return {
    port,
    log,
    url,
    admin,
    reset: async () => void (await admin('DROP SCHEMA IF EXISTS procgen CASCADE')),
    listProcesses,
    signal,
    kill: () => end(true),
    async restart() {
      server = await launch();
    },
    async stop() {
      await end(false);
      rmSync(cluster.folder, { recursive: true, force: true });
    },
  };
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // What is committed survives the end of all processes. Only a crash of the machine would need it.
  fsync: 'off',
  shared_buffers: '32MB',
};

interface Launch {
  readonly cluster: Cluster;
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly log: string[];
}

async function launchServer({ cluster, port, settings, log }: Launch): Promise<ChildProcess> {
  const { folder, data, bin, account } = cluster;
  const args = Object.entries({ port, unix_socket_directories: folder, ...settings });
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...args.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // A file whose hooks fail does not stop its server.
  process.once('exit', () => server.kill('SIGKILL'));
  const lines = createInterface(server.stderr as NonNullable<typeof server.stderr>);
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line);
      if (/ready to accept (read-only )?connections/.test(line)) resolve();
    });
    lines.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)));
  });
  return server;
}

/** Whom servers run as that refuse to run as root. */
export function findAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
