import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { bundleProcess } from '../bundle-process.js';

export interface HolderEvent {
  readonly event: 'open' | 'created' | 'spawned' | 'closed' | 'refused';
  readonly code?: string;
  readonly message?: string;
  readonly secret?: string;
  readonly pid?: number;
  readonly afterMs?: number;
}

/** Another process that opens the store. */
export interface StoreHolder {
  readonly process: ChildProcess;
  /** The next thing it says. */
  next(): Promise<HolderEvent>;
  tell(line: string): void;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
}

/** What it runs. */
export const HOLD_STORE = bundleProcess(new URL('hold-store.mjs', import.meta.url));

export interface HolderOptions {
  /** Whom the process becomes before it opens the store; takes root. */
  readonly uid?: number;
  /** Whether it lives as in a container of its own, with its own process ids and network; takes `CAN_CONTAIN`. */
  readonly isContained?: boolean;
}

/** As a container runtime does; the process in it goes when what began it is killed. */
const CONTAIN = ['unshare', '--pid', '--net', '--fork', '--kill-child'];

export const CAN_CONTAIN = spawnSync('unshare', [...CONTAIN.slice(1), 'true']).status === 0;

export function spawnStoreHolder(path: string, { uid, isContained }: HolderOptions = {}): StoreHolder {
  const env = { ...process.env, HOLDER_UID: uid === process.getuid?.() ? '' : String(uid ?? '') };
  const [command = '', ...argv] = [...(isContained ? CONTAIN : []), process.execPath, HOLD_STORE, path];
  const child = spawn(command, argv, { stdio: ['pipe', 'pipe', 'inherit'], env });
  const exit = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exit;
  }
  onTestFinished(kill);
  return {
    process: child,
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error('The process ended without another word.');
      return JSON.parse(value);
    },
    tell: (line) => child.stdin.write(`${line}\n`),
    kill,
  };
}
