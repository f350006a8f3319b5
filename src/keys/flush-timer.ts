/** Between two writes lies a minute. */
const INTERVAL_MS = 60_000;

/** Calls `flush` a minute after something is noted. It keeps no process alive. */
export interface FlushTimer {
  /** Called when something is noted. */
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
