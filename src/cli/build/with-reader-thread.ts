import { isMainThread } from 'node:worker_threads';
import type { Host } from '../../compiler/host.js';
import { type ReaderThread, startReaderThread } from '../../compiler/read/reader-thread.js';

let thread: ReaderThread | undefined;

/**
 * Runs `work` with a host that reads modules in a thread of their own, which is started at once: it loads TypeScript
 * while this one loads the rest. Where a thread builds again and again, it stays warm with it.
 */
export async function withReaderThread<T>(host: Host, work: (host: Host) => Promise<T>): Promise<T> {
  thread ??= startReaderThread();
  try {
    return await work({ ...host, readerThread: thread });
  } finally {
    if (isMainThread) {
      thread.close();
      thread = undefined;
    }
  }
}
