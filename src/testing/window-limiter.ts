import type { CountingPolicy, RateLimiter, RateLimitState } from '../runtime/limits/rate-limiter.js';

/** The calls of one counter since `beginsAt`, in epoch milliseconds. */
interface Window {
  readonly beginsAt: number;
  calls: number;
}

/** Counts in fixed windows on the given clock. If the clock is set back, a new window begins. */
export function createWindowLimiter(now: () => number): Required<RateLimiter> {
  const windows = new Map<string, Window>();

  function findRunning(counter: string, { windowMs }: CountingPolicy, at: number): Window | undefined {
    const window = windows.get(counter);
    const isRunning = window && window.beginsAt <= at && at < window.beginsAt + windowMs;
    return isRunning ? window : undefined;
  }

  function describe({ beginsAt, calls }: Window, { limit, windowMs }: CountingPolicy, at: number) {
    const remaining = Math.max(0, limit - calls);
    return { isLimited: calls > limit, remaining, resetMs: windowMs - (at - beginsAt) };
  }

  return {
    consume(counter, policy): RateLimitState {
      const at = now();
      let window = findRunning(counter, policy, at);
      if (!window) {
        window = { beginsAt: at, calls: 0 };
        windows.set(counter, window);
      }
      window.calls += 1;
      return describe(window, policy, at);
    },
    peek(counter, policy) {
      const at = now();
      const window = findRunning(counter, policy, at);
      return window && describe(window, policy, at);
    },
    async close() {
      windows.clear();
    },
  };
}
