import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

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
  /** Sends a signal to the server's processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends all processes with `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Whom the server runs as: it refuses to run as root. */
interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Where the programs of PostgreSQL are; null when they are not installed. */
const BIN = findBin();

/**
 * Whether there is a PostgreSQL to test with. Its tests are left out without one, and never where they have to run (CI, or
 * CI_REQUIRE_POSTGRES), which an exception sees to.
 */
export function hasPostgres(): boolean {
  if (BIN !== null) return true;
  const message = 'PostgreSQL is not installed';
  if (process.env.CI || process.env.CI_REQUIRE_POSTGRES)
    throw new Error(`${message}, and its tests may not be skipped.`);
  console.warn(
    `\n!!! ${message}: the tests of stores in PostgreSQL are SKIPPED. Install it: apt-get install postgresql\n`,
  );
  return false;
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
  runProgram('initdb', [`--pgdata=${cluster.data}`, ...options], cluster.account);
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
  runProgram('pg_basebackup', [`--pgdata=${cluster.data}`, ...source, ...options], cluster.account);
  return run(cluster, {});
}

interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly account: Account;
}

function makeCluster(): Cluster {
  const account = findAccount();
  const folder = mkdtempSync(join(tmpdir(), 'procgen-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid as number);
  return { folder, data: join(folder, 'data'), account };
}

function runProgram(name: string, args: readonly string[], account: Account): void {
  const { status, stderr } = spawnSync(program(name), args, { ...account, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
}

async function run(
  { folder, data, account }: Cluster,
  settings: Readonly<Record<string, string | number>>,
): Promise<RunningPostgres> {
  const port = await findPort();
  const log: string[] = [];
  const launch = () => launchServer({ data, port, account, settings: { ...SETTINGS, ...settings }, log });
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
  function signal(name: NodeJS.Signals): void {
    const pid = server.pid as number;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const each of [pid, ...children.filter((child) => child !== '').map(Number)]) {
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
    signal,
    kill: () => end(true),
    async restart() {
      server = await launch();
    },
    async stop() {
      await end(false);
      rmSync(folder, { recursive: true, force: true });
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
  readonly data: string;
  readonly port: number;
  readonly account: Account;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly log: string[];
}

async function launchServer({ data, port, account, settings, log }: Launch): Promise<ChildProcess> {
  const args = Object.entries({ port, unix_socket_directories: dirname(data), ...settings });
  const server = spawn(
    program('postgres'),
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

function program(name: string): string {
  return join(BIN ?? '', name);
}

function findBin(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

function findAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { readonly port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
