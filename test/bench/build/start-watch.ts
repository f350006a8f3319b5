import { spawn } from 'node:child_process';
import { PROCGEN } from '../harness/build-service.js';

/** A running `procgen build --watch`. */
export interface WatchRun {
  /** Resolves to the milliseconds from `edit` to the line that tells of the rebuild. */
  measure(edit: () => void): Promise<number>;
  /** Resolves when it has ended. */
  end(): Promise<void>;
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
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGINT');
      }),
  };
}
