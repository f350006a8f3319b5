import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { bundleProcess } from '../bundle-process.js';
import type { Ledger, StoreChange } from './ledger.js';

type ChangerEvent =
  | { readonly event: 'ready' | 'open' | 'closed' }
  | Refusal
  | {
      readonly event: 'announced';
      readonly worker: string;
      readonly change: StoreChange;
      readonly entry: string | null;
    }
  | { readonly event: 'acknowledged' | 'rejected'; readonly worker: string };

export interface Refusal {
  readonly event: 'refused';
  readonly code: string;
  readonly message: string;
  /** How long it tried. */
  readonly afterMs: number;
}

export interface ChangerOptions {
  readonly path: string;
  /** Told of all that the process says. */
  readonly ledger: Ledger;
  /** How many change the store side by side. */
  readonly workers: number;
  /** How many changes each of them makes; then the store is closed. */
  readonly changes: number;
  /** Different for every process on one store. */
  readonly run: string;
}

/** Another process that changes the store. */
export interface StoreChanger {
  readonly process: ChildProcess;
  /** Resolves when it has said `event` for the nth time, or with what kept it from it: `refused`, or `gone`. */
  said(event: ChangerEvent['event'], times?: number): Promise<ChangerEvent['event'] | 'gone'>;
  /** What it was refused with; null when it was not. */
  readonly refusal: Refusal | null;
  /** Lets it open the store and begin. */
  begin(): void;
  /** Resolves when it is gone and all that it said has been heard. */
  readonly gone: Promise<void>;
}

const SCRIPT = bundleProcess(new URL('change-store.mjs', import.meta.url));

export function spawnStoreChanger({ path, ledger, workers, changes, run }: ChangerOptions): StoreChanger {
  const argv = [SCRIPT, path, String(workers), String(changes), run];
  // One thread for the disk: its system calls then come in one order, which can be counted.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'], env });
  child.stdin.on('error', () => {});
  onTestFinished(() => void child.kill('SIGKILL'));
  const counts = new Map<string, number>();
  const watchers = new Set<() => void>();
  let isGone = false;
  let refusal: Refusal | null = null;

  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const event = JSON.parse(line) as ChangerEvent;
    if (event.event === 'announced') ledger.announce(event.worker, event.change, event.entry);
    if (event.event === 'acknowledged') ledger.acknowledge(event.worker);
    if (event.event === 'rejected') ledger.reject(event.worker);
    if (event.event === 'refused') refusal = event;
    counts.set(event.event, (counts.get(event.event) ?? 0) + 1);
    for (const watcher of [...watchers]) watcher();
  });
  const gone = Promise.all([once(child, 'close'), once(lines, 'close')]).then(() => {
    isGone = true;
    for (const watcher of [...watchers]) watcher();
  });

  return {
    process: child,
    gone,
    get refusal() {
      return refusal;
    },
    begin: () => void child.stdin.write('go\n'),
    said(event, times = 1) {
      return new Promise((resolve) => {
        const look = () => {
          const outcome =
            (counts.get(event) ?? 0) >= times
              ? event
              : counts.has('refused')
                ? 'refused'
                : isGone
                  ? 'gone'
                  : null;
          if (outcome === null) return;
          watchers.delete(look);
          resolve(outcome);
        };
        watchers.add(look);
        look();
      });
    },
  };
}
