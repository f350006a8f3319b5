import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readUsage } from '../harness/read-usage.js';
import { readPort } from '../server/server-process.js';
import { checkAnswers, REQUESTS } from './requests.js';
import { endWithBench, runWrk, SERVER_CORE } from './wrk.js';

/** What one process took for each request, by the request's name. */
export type ProcessResult = Readonly<Record<string, RequestResult>>;

export interface RequestResult {
  /** User and system time of the server process, divided by the requests that wrk counted. */
  readonly cpuMicros: number;
  readonly perSecond: number;
}

export interface ServerStart {
  readonly name: string;
  /** The path of the Node that runs it. */
  readonly node: string;
  readonly args: readonly string[];
  readonly key: string;
  readonly otherRoutes: number;
}

/** Starts a server on a core of its own, measures all requests in turn, and stops it. */
export async function measureProcess(start: ServerStart, seconds: number): Promise<ProcessResult> {
  const { name, node, args, key, otherRoutes } = start;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    BENCH_KEY: key,
    BENCH_ROUTES: String(otherRoutes),
  };
  const child = spawn('taskset', ['-c', SERVER_CORE, node, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const release = endWithBench(child);
  try {
    const origin = `http://127.0.0.1:${await readPort(name, child)}`;
    await checkAnswers(origin, key, otherRoutes);
    const results: Record<string, RequestResult> = {};
    for (const request of REQUESTS) {
      const load = { origin, key, seconds };
      await runWrk(load, request);
      const before = readCpuMicros(child.pid);
      const { requests, perSecond } = await runWrk(load, request);
      results[request.name] = { cpuMicros: (readCpuMicros(child.pid) - before) / requests, perSecond };
    }
    return results;
  } catch (cause) {
    throw new Error(`${name} cannot be measured.`, { cause });
  } finally {
    release();
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  }
}

function readCpuMicros(pid = 0): number {
  const usage = readUsage(pid);
  if (!usage) throw new Error('The CPU time of the server cannot be read from /proc.');
  return usage.cpuMs * 1_000;
}
