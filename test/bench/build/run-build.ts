import { spawn } from 'node:child_process';
import { PROCGEN } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';

export interface BuildRun {
  /** Of the whole process. */
  readonly wallMs: number;
  /** Of procgen's own process, without that of esbuild. */
  readonly peakMegabytes: number;
}

/** Runs `procgen build` with `flags` in a process of its own. Rejects when it does not say that it did what `expected` matches. */
export function runBuild(root: string, expected: RegExp, ...flags: string[]): Promise<BuildRun> {
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    ['--require', `${BENCH_FOLDER}build/report-memory.cjs`, PROCGEN, '-C', root, 'build', ...flags],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  let err = '';
  let peak = '';
  child.stderr?.on('data', (text) => (err += text));
  child.stdio[3]?.on('data', (text) => (peak += text));
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      const wallMs = performance.now() - begin;
      child.once('close', () =>
        expected.test(err) ? resolve({ wallMs, peakMegabytes: Number(peak) / 1024 }) : reject(new Error(err)),
      );
    });
  });
}

/** A running `procgen build --watch`. */
export interface WatchRun {
  /** Resolves to the milliseconds from `edit` to the line that tells of the rebuild. */
  measure(edit: () => void): Promise<number>;
  end(): void;
}

export async function startWatch(root: string): Promise<WatchRun> {
  const child = spawn(process.execPath, [PROCGEN, '-C', root, 'build', '--watch'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  let look = () => {};
  child.stderr.on('data', (text) => {
    err += text;
    look();
  });
  const seen = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      look = () => pattern.test(err) && resolve();
      child.once('exit', () => reject(new Error(err)));
      look();
    });
  await seen(/^watching /m);
  return {
    async measure(edit) {
      err = '';
      const begin = performance.now();
      edit();
      await seen(/^rebuilt in /m);
      return performance.now() - begin;
    },
    end: () => void child.kill('SIGINT'),
  };
}
