import type Koa from 'koa';
import ratelimit from 'koa-ratelimit';
import type { RateLimitPolicy } from '../../protocol/rate-limit.js';
import { CounterMap } from './counter-map.js';
import type { RateLimiter, RateLimitState } from './rate-limiter.js';

/** Counters of one policy, at most. */
const COUNTERS_MAX = 50_000;
/** What a longer timer would overflow to is a millisecond. */
const TIMER_MAX_MS = 2 ** 31 - 1;
const ONE_MICROSECOND_MS = 0.001;
const NAMESPACE = 'calls';

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
    // The driver's window is not over at its last instant, and whoever waits as told comes at just that instant.
    duration: windowMs - ONE_MICROSECOND_MS,
    namespace: NAMESPACE,
    headers: { remaining: 'remaining', reset: 'reset', total: 'total' },
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
      const resetMs = Math.ceil(db.readRest(`${NAMESPACE}:${counter}`));
      return { isLimited, remaining: call.remaining, resetMs: Math.min(Math.max(resetMs, 1), windowMs) };
    },
  };
}

/** As much of a Koa context as koa-ratelimit touches. It tells what it counted by setting headers. */
interface Call {
  readonly counter: string;
  readonly state: object;
  remaining: number;
  set(headers: unknown): void;
}

function createCall(counter: string): Call {
  const call: Call = {
    counter,
    state: {},
    remaining: 0,
    set(headers) {
      if (typeof headers === 'object') call.remaining = (headers as { remaining: number }).remaining;
    },
  };
  return call;
}
