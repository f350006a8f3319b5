import { isMainThread } from 'node:worker_threads';
import type { Host } from '../../compiler/host.js';
import { type ReaderThread, startReaderThread } from '../../compiler/read/reader-thread.js';

let kept: ReaderThread | undefined;

/**
 * Runs `work` with a host that reads modules in a thread of their own, which is started at once: it loads TypeScript
 * while this one loads the rest. Where a thread builds again and again, it stays warm with it. A host that has one already
 * keeps it.
 */
export async function withReaderThread<T>(host: Host, work: (host: Host) => Promise<T>): Promise<T> {
  if (host.readerThread) return work(host);
  if (!isMainThread) {
    kept ??= startReaderThread();
    const { openReader } = kept;
    return work({ ...host, readerThread: { openReader: openReader.bind(kept), rest() {} } });
  }
  const readerThread = startReaderThread();
  try {
    return await work({ ...host, readerThread });
  } finally {
    readerThread.rest();
  }
}
