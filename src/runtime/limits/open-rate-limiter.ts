import type { Logger } from '../../definition/context.js';
import type { StoreFailureAnswer } from '../../protocol/rate-limit.js';
import { ConfigurationError } from '../configuration-error.js';
import { connectRedis, createRedisRateLimiter } from './connect-redis.js';
import { createFallbackRateLimiter } from './fallback-limiter.js';
import { createMemoryRateLimiter } from './memory.js';
import type { RateLimiter } from './rate-limiter.js';

export interface RateLimiterOptions {
  readonly log: Logger;
  /** `local` when absent. */
  readonly onStoreFailure?: StoreFailureAnswer | undefined;
  /** How long a store may take to become ready at the start, since it may be starting too; 3 s when absent. */
  readonly startMs?: number;
  /** How long the store may take to answer; 40 ms when absent, so that every decision takes less than 50. */
  readonly answerMs?: number;
}

const START_RETRY_MS = 50;

/**
 * Opens the rate limiter that `store` names: `memory`, or a `redis://` or `rediss://` URL. Rejects with a
 * ConfigurationError for any other value, or if Redis does not count within `startMs`, so that limits that are not
 * shared are noticed at the start instead of by abuse.
 */
export async function openRateLimiter(
  store: string,
  { log, onStoreFailure = 'local', startMs = 3_000, answerMs = 40 }: RateLimiterOptions,
): Promise<RateLimiter> {
  if (store === 'memory') return createMemoryRateLimiter();
  if (!/^rediss?:\/\//.test(store) || !URL.canParse(store)) {
    // The value is not repeated, because it may contain a password.
    throw new ConfigurationError('rateLimitStore is neither "memory" nor a redis:// URL.');
  }
  const redis = createRedisRateLimiter(await connectRedis(store, answerMs));
  try {
    await waitUntilCounting(redis, startMs);
  } catch (error) {
    await redis.close();
    throw new ConfigurationError(`Rate limits cannot be counted in Redis: ${(error as Error).message}`, {
      help: 'rateLimitStore sets its URL; use "memory" to count in this process only.',
      cause: error,
    });
  }
  const local = onStoreFailure === 'local' ? { local: createMemoryRateLimiter() } : {};
  return createFallbackRateLimiter({ store: redis, ...local, log });
}

async function waitUntilCounting(limiter: RateLimiter, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      await limiter.consume('start', { limit: 1, windowMs: 1_000 });
      return;
    } catch (error) {
      if (performance.now() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, START_RETRY_MS));
    }
  }
}
