import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { BENCH_FOLDER } from '../harness/places.js';

/** A server in a process of its own that tells what CPU it has used. */
export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Microseconds, user and system. */
  readCpu(): Promise<number>;
  /** Of a server that collects first and says so, in bytes. */
  readMemory(): Promise<ServerMemory>;
  /** Profiles the server while `work` runs. */
  profileWhile(work: () => Promise<void>): Promise<Profiler.Profile>;
  stop(): Promise<void>;
}

export interface ServerMemory {
  readonly heapUsed: number;
  /** What buffers take outside of the heap. */
  readonly external: number;
  readonly rss: number;
}

export interface ServerCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const LISTENING = /listening on http:\/\/[^:]+:(\d+)/;

/** Starts Node on a server that says where it listens. Rejects with what it wrote when it ends before that. */
export async function startServer({ name, args, env = {} }: ServerCommand): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', `${BENCH_FOLDER}server/report-cpu.mjs`, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const port = await readPort(name, child);
  return {
    name,
    port,
    pid: child.pid as number,
    async readCpu() {
      const { user, system } = (await ask(child, 'cpu')) as NodeJS.CpuUsage;
      return user + system;
    },
    readMemory: () => ask(child, 'memory') as Promise<ServerMemory>,
    async profileWhile(work) {
      await ask(child, 'start profile');
      await work();
      return (await ask(child, 'stop profile')) as Profiler.Profile;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resolves once a server has said where it listens. */
export function readPort(name: string, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let written = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const [, port] = LISTENING.exec(written) ?? [];
      if (port) resolve(Number(port));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}.\n${written}`)));
  });
}

/** One question at a time. */
function ask(child: ChildProcess, question: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The server ended while it was measured.'));
    child.once('exit', fail);
    child.once('message', ({ answer }: { answer: unknown }) => {
      child.removeListener('exit', fail);
      resolve(answer);
    });
    child.send(question);
  });
}
