import type Koa from 'koa';
import ratelimit from 'koa-ratelimit';
import type { RateLimitPolicy } from '../../protocol/rate-limit.js';
import { CounterMap } from './counter-map.js';
import type { RateLimiter, RateLimitState } from './rate-limiter.js';

/** Counters of one policy, at most. */
const COUNTERS_MAX = 50_000;
/** What a longer timer would overflow to is a millisecond. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * Counters in this process's memory, counted by koa-ratelimit. Each policy has a map of its own, since counters
 * that share one are not kept apart by it.
 */
export function createMemoryRateLimiter(): RateLimiter {
  const policies = new Map<string, Policy>();
  return {
    async consume(counter, policy) {
      const key = `${policy.limit}/${policy.windowMs}`;
      const known = policies.get(key) ?? createPolicy(policy);
      policies.set(key, known);
      return known.consume(counter);
    },
    async close() {
      for (const policy of policies.values()) clearInterval(policy.sweeper);
      policies.clear();
    },
  };
}

interface Policy {
  consume(counter: string): Promise<RateLimitState>;
  readonly sweeper: NodeJS.Timeout;
}

function createPolicy({ limit, windowMs }: RateLimitPolicy): Policy {
  const db = new CounterMap(COUNTERS_MAX, windowMs);
  const middleware = ratelimit({
    driver: 'memory',
    db,
    max: limit,
    duration: windowMs,
    namespace: 'calls',
    disableHeader: true,
    id: (call) => (call as unknown as Call).counter,
  });
  const sweeper = setInterval(() => db.sweep(), Math.min(windowMs, TIMER_MAX_MS)).unref();
  return {
    sweeper,
    async consume(counter) {
      const call = createCall(counter);
      let isLimited = true;
      await middleware(call as unknown as Koa.Context, async () => {
        isLimited = false;
      });
      const entry = db.get(`calls:${counter}`);
      // One millisecond more, so that who waits as told never comes before the driver's own microsecond count.
      const resetMs = Math.ceil((entry?.endsAtMs ?? 0) - performance.now()) + 1;
      return {
        isLimited,
        remaining: Math.max(0, (entry?.remaining ?? 0) - 1),
        resetMs: Math.min(Math.max(resetMs, 1), windowMs),
      };
    },
  };
}

/** As much of a Koa context as koa-ratelimit touches. */
interface Call {
  readonly counter: string;
  readonly state: object;
  set(): void;
}

function createCall(counter: string): Call {
  return { counter, state: {}, set: () => {} };
}
