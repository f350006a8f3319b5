/** The time between two writes. */
const INTERVAL_MS = 60_000;

/** Calls `flush` a minute after a change. The timer does not keep the process alive. */
export interface FlushTimer {
  /** Called after each change. */
  schedule(): void;
  /** Flushes now, for the last time. */
  close(): Promise<void>;
}

export function createFlushTimer(flush: () => Promise<void>): FlushTimer {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  return {
    schedule() {
      if (timer !== null || isClosed) return;
      timer = setTimeout(() => {
        timer = null;
        void flush();
      }, INTERVAL_MS);
      timer.unref();
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await flush();
    },
  };
}
