import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findPort } from '../../find-port.js';

export interface RunningRedis {
  readonly port: number;
  readonly url: string;
  /** For looking inside and for CONFIG SET; not what is under test. */
  readonly admin: Redis;
  /** Every key with its time to live in milliseconds (-1: for ever). */
  listKeys(): Promise<readonly { readonly key: string; readonly ttlMs: number }[]>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
}

const running: (() => Promise<void>)[] = [];

/**
 * Whether there is a redis-server to test with. Its tests are left out without one, and never where they have to run
 * (CI, or CI_REQUIRE_REDIS), which an exception sees to.
 */
export function hasRedis(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  const message = 'redis-server is not installed';
  if (process.env.CI || process.env.CI_REQUIRE_REDIS)
    throw new Error(`${message}, and its tests may not be skipped.`);
  console.warn(
    `\n!!! ${message}: the tests of counters in Redis are SKIPPED. Install it: apt-get install redis-server\n`,
  );
  return false;
}

/** A real Redis on a free port, that keeps nothing on disk. `args` are settings such as `--requirepass x`. */
export async function startRedis(...args: readonly string[]): Promise<RunningRedis> {
  const port = await findPort();
  const folder = await mkdtemp(join(tmpdir(), 'procgen-redis-'));
  let server = await launch(port, folder, args);
  const password = args[args.indexOf('--requirepass') + 1];
  const admin = new Redis({
    port,
    host: '127.0.0.1',
    retryStrategy: () => 20,
    ...(args.includes('--requirepass') && password ? { password } : {}),
  });
  admin.on('error', () => {});
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'close');
  };
  running.push(async () => {
    admin.disconnect();
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    admin,
    async listKeys() {
      const keys = await admin.keys('*');
      return Promise.all(keys.map(async (key) => ({ key, ttlMs: await admin.pttl(key) })));
    },
    signal: (name) => void server.kill(name),
    kill,
    async restart() {
      server = await launch(port, folder, args);
    },
  };
}

/** Ends every Redis that the tests of a file started. */
export async function stopRedis(): Promise<void> {
  for (const stop of running.splice(0)) await stop();
}

async function launch(port: number, folder: string, args: readonly string[]): Promise<ChildProcess> {
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const server = spawn('redis-server', [...settings, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`);
  return server;
}
