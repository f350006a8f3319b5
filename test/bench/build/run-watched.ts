import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command that runs until it is ended, and what it has written to stderr since the last edit. */
export interface WatchedCommand {
  /** Resolves as soon as it has written that; rejects with what it wrote when it ends before. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
  /** What was written so far no longer counts. */
  forget(): void;
}

/** Runs Node with `args` in the folder `cwd` while `work` does, and waits until it has ended. */
export async function runWatched<Value>(
  args: readonly string[],
  cwd: string,
  work: (command: WatchedCommand) => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let written = '';
  let look = () => {};
  child.stderr.on('data', (text) => {
    written += text;
    look();
  });
  const seen = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      look = () => {
        const match = pattern.exec(written);
        if (match) resolve(match);
      };
      ended.then(() => reject(new Error(`${args.join(' ')} ended:\n${written}`)), reject);
      look();
    });
  const forget = () => {
    written = '';
  };
  try {
    return await work({ seen, forget });
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}
