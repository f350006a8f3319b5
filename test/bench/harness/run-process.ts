import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BENCH_FOLDER } from './places.js';
import { watchDescendants } from './watch-descendants.js';

/** What a whole process took, with all that it started. */
export interface ProcessUsage {
  readonly wallMs: number;
  /** User and system. */
  readonly cpuMs: number;
  /** The sum of the peaks of the processes: at no time was it more. */
  readonly peakMegabytes: number;
}

export interface ProcessRun extends ProcessUsage {
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly cwd?: string;
}

/** Runs Node with `args`, from its start to its end. Rejects with what it printed when it does not end with 0. */
export async function runProcess(args: readonly string[], { cwd }: ProcessOptions = {}): Promise<ProcessRun> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--require', `${BENCH_FOLDER}harness/report-usage.cjs`, ...args], {
    cwd,
    env: { ...process.env, BENCH_PID: String(process.pid), CI: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const descendants = watchDescendants(child.pid as number);
  const [stdout, stderr, usage] = [collect(child.stdio[1]), collect(child.stdio[2]), collect(child.stdio[3])];
  const ended = new Promise<number>((resolve) => {
    child.once('exit', () => resolve(performance.now() - begin));
  });
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const wallMs = await ended;
  const others = descendants.end();
  const status = await closed;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout()}${stderr()}`);
  const [cpuMicros = Number.NaN, peakKilobytes = Number.NaN] = usage().split(' ').map(Number);
  return {
    wallMs,
    cpuMs: cpuMicros / 1_000 + others.cpuMs,
    peakMegabytes: peakKilobytes / 1_024 + others.peakMegabytes,
    stdout: stdout(),
    stderr: stderr(),
  };
}

function collect(pipe: Readable | Writable | null | undefined): () => string {
  let text = '';
  pipe?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}
