import type { Database } from './database.js';

/** The server's clock. */
export interface StoreClock {
  /** Epoch milliseconds. */
  now(): number;
  stop(): void;
}

const INTERVAL_MS = 1_000;

/** Asks the server for its time every second. In between, and while it is out of reach, the monotonic clock goes on. */
export async function startClock({ query }: Database): Promise<StoreClock> {
  let offsetMs = await readOffset();
  const timer = setInterval(() => {
    readOffset().then(
      (read) => {
        offsetMs = read;
      },
      () => {},
    );
  }, INTERVAL_MS).unref();

  /** How far the server's clock is ahead of the monotonic one. */
  async function readOffset(): Promise<number> {
    const before = performance.now();
    const [{ now }] = await query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
    return now - (before + performance.now()) / 2;
  }

  return {
    now: () => Math.floor(offsetMs + performance.now()),
    stop: () => clearInterval(timer),
  };
}
