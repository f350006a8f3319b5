import { hash } from 'node:crypto';
import type { RedisConnection } from './connect-redis.js';
import type { RateLimiter } from './rate-limiter.js';

const KEY_PREFIX = 'procgen:limit:';
/** 132 bits in base64url: as many counters as one likes do not share a name. */
const HASH_LENGTH = 22;

/** Counters in Redis. `consume` rejects when Redis does not count in time; the message says why. */
export function createRedisRateLimiter(redis: RedisConnection): RateLimiter {
  return {
    async consume(counter, { limit, windowMs }) {
      // Redis forgets a key when its end is past, not when it is reached: one millisecond after it was told to.
      const expiryMs = Math.max(1, windowMs - 1);
      const [calls, restMs] = await redis.count(nameKey(counter), expiryMs);
      return {
        isLimited: calls > limit,
        remaining: Math.max(0, limit - calls),
        resetMs: Math.min(windowMs, restMs + 1),
      };
    },
    async close() {
      redis.close();
    },
  };
}

/** The name in Redis: short whatever the caller's is, and telling nothing of who called what. */
function nameKey(counter: string): string {
  return KEY_PREFIX + hash('sha256', counter, 'base64url').slice(0, HASH_LENGTH);
}
