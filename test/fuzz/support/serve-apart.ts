import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoopMeter } from './loop-meter.js';
import type { FuzzTarget } from './serve-built.js';

/** Serves the project as `serveBuilt` does in a process of its own, which `script` is; its loop works for its callers only. */
export async function serveApart(
  script: string,
  project: string,
): Promise<FuzzTarget & { readonly meter: LoopMeter }> {
  const child = fork(script, [project], { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The server ended (${signal ?? `exit code ${code}`}).`);
  });
  // Who asks next hears of it.
  ended.catch(() => {});
  async function hear<Message>(): Promise<Message> {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
    return message;
  }
  const target = await hear<Omit<FuzzTarget, 'stop'>>();
  return {
    ...target,
    meter: {
      async read() {
        child.send('read', () => {});
        return (await hear<{ activeMs: number }>()).activeMs;
      },
    },
    async stop() {
      if (child.connected) child.send('stop', () => {});
      await ended.catch(() => {});
    },
  };
}
