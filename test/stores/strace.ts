import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** strace is a tool of Linux, and a container may forbid it. */
export const CAN_TRACE = spawnSync('strace', ['-o', '/dev/null', '-e', 'trace=none', 'true']).status === 0;

/**
 * Puts strace on a running process and all its threads, with these of strace's options; resolves when it is on. The
 * returned function takes it off again, and waits for the end of the process if that is near.
 */
export async function attachStrace(pid: number, options: readonly string[]): Promise<() => Promise<void>> {
  const strace = spawn('strace', ['-f', ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(strace, 'exit');
  const detach = async () => {
    strace.kill('SIGINT');
    await exit;
  };
  onTestFinished(detach);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    strace.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/attached/.test(said)) resolve();
    });
    void exit.then(() => reject(new Error(`strace ended: ${said}`)));
  });
  return detach;
}
