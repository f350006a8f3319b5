import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPort } from '../../find-port.js';
import { requireProgram } from './require-program.js';
import { findAccount, type RunningPostgres } from './start-postgres.js';

export interface RunningPgBouncer {
  /** The URL of the database `procgen` through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
/** Fewer connections than a single store opens, so that each one is given from one to another. */
const POOL_SIZE = 3;

/** Whether there is a PgBouncer to test with, as `hasPostgres`. */
export function hasPgBouncer(): boolean {
  return requireProgram(PROGRAM, 'PgBouncer', 'apt-get install pgbouncer');
}

/** A PgBouncer in transaction mode before the server. */
export async function startPgBouncer(postgres: RunningPostgres): Promise<RunningPgBouncer> {
  const { uid, gid } = findAccount();
  const folder = mkdtempSync(join(tmpdir(), 'procgen-pgbouncer-'));
  const port = await findPort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), '"procgen" ""\n');
  writeFileSync(
    settings,
    `[databases]
procgen = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
`,
  );
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const bouncer = spawn(PROGRAM ?? '', [settings], {
    ...(uid !== undefined && { uid, gid }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => bouncer.kill('SIGKILL'));
  const log: string[] = [];
  const lines = createInterface(bouncer.stderr as NonNullable<typeof bouncer.stderr>);
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line);
      if (line.includes('process up')) resolve();
    });
    lines.once('close', () => reject(new Error(`PgBouncer did not start:\n${log.join('\n')}`)));
  });
  return {
    url: `postgres://procgen@127.0.0.1:${port}/procgen`,
    async stop() {
      bouncer.kill('SIGKILL');
      await once(bouncer, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
