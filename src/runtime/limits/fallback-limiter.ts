import type { Logger } from '../../definition/context.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { createMemoryRateLimiter, type MemoryRateLimiter } from './memory.js';
import type { CountingPolicy, RateLimiter, RateLimitState } from './rate-limiter.js';

export interface FallbackOptions {
  readonly store: RateLimiter;
  /** Counts while the store does not; without it calls are refused with a 503. */
  readonly local?: MemoryRateLimiter;
  readonly log: Logger;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

const RETRY_AFTER_MS = 500;
const WARN_EVERY_MS = 10_000;

/**
 * Counts in `store` while it works. From its first failure on, calls no longer wait for it: every half second one call
 * tries it, and all others are decided locally at once. When a try succeeds, all calls go to the store again.
 */
export function createFallbackRateLimiter(options: FallbackOptions): RateLimiter {
  const { store, local, log, now = () => performance.now() } = options;
  /** The last states from the store, for `peek`. Without a local limiter only those of refusals. */
  const known = local ?? createMemoryRateLimiter();
  let isDown = false;
  let isTrying = false;
  let retryAt = 0;
  let warnAt = Number.NEGATIVE_INFINITY;

  function fail(error: unknown): void {
    const at = now();
    isDown = true;
    retryAt = at + RETRY_AFTER_MS;
    if (at < warnAt) return;
    warnAt = at + WARN_EVERY_MS;
    const effect = local ? 'this process counts calls on its own' : 'calls with a rate limit are refused';
    log.warn({ reason: (error as Error).message }, `the rate limit store is unavailable: ${effect}`);
  }

  function recover(): void {
    isDown = false;
    log.info('the rate limit store is available again');
  }

  return {
    async consume(counter, policy) {
      const isTry = isDown;
      if (isTry && (isTrying || now() < retryAt)) return countLocally(local, counter, policy);
      isTrying = isTry;
      try {
        const state = await store.consume(counter, policy);
        if (isTry) recover();
        if (local || policy.countsRefusals) known.restore(counter, policy, state);
        return state;
      } catch (error) {
        fail(error);
        return countLocally(local, counter, policy);
      } finally {
        if (isTry) isTrying = false;
      }
    },
    peek: known.peek,
    async close() {
      await Promise.all([store.close(), known.close()]);
    },
  };
}

function countLocally(
  local: RateLimiter | undefined,
  counter: string,
  policy: CountingPolicy,
): RateLimitState | Promise<RateLimitState> {
  if (local) return local.consume(counter, policy);
  throw new ProcedureError('SERVICE_UNAVAILABLE', 'The rate limit store is unavailable.', {
    headers: { 'Retry-After': '1' },
  });
}
