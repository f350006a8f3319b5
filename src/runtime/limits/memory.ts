import type Koa from 'koa';
import ratelimit from 'koa-ratelimit';
import type { RateLimitPolicy } from '../../protocol/rate-limit.js';
import { CounterMap } from './counter-map.js';
import type { RateLimiter, RateLimitState } from './rate-limiter.js';

/** What a longer timer would overflow to is a millisecond. */
const TIMER_MAX_MS = 2 ** 31 - 1;
const NAMESPACE = 'calls';

export interface MemoryOptions {
  /** Counters at most; 50,000 when absent, which take up to 20 MB. When there are as many the oldest goes. */
  readonly countersMax?: number;
}

export interface MemoryRateLimiter extends RateLimiter {
  /** Goes on from where a counter stood elsewhere. */
  note(counter: string, policy: RateLimitPolicy, state: RateLimitState): void;
}

/**
 * Counters in this process's memory. koa-ratelimit begins their windows and decides on the last calls of each; those
 * before are taken off the counter as it would do it, without asking it. Each policy has a map of its own, since
 * counters that share one are not kept apart by it.
 */
export function createMemoryRateLimiter({ countersMax = 50_000 }: MemoryOptions = {}): MemoryRateLimiter {
  const policies = new Map<string, Policy>();
  /** The same by the objects that ask: those of a configuration live as long as it does. */
  const known = new WeakMap<RateLimitPolicy, Policy>();

  function findPolicy(policy: RateLimitPolicy): Policy {
    let found = known.get(policy);
    if (!found) {
      found = obtainPolicy(policy);
      known.set(policy, found);
    }
    return found;
  }

  function obtainPolicy(policy: RateLimitPolicy): Policy {
    const key = `${policy.limit}/${policy.windowMs}`;
    let created = policies.get(key);
    if (!created) {
      created = createPolicy(policy, makeRoom);
      policies.set(key, created);
    }
    return created;
  }

  /** Whoever makes many counters makes room for them first: of the fullest map the oldest goes. */
  function makeRoom(): void {
    let total = 0;
    let fullest: CounterMap | undefined;
    for (const { counters } of policies.values()) {
      total += counters.size;
      if (!fullest || counters.size > fullest.size) fullest = counters;
    }
    if (total >= countersMax) fullest?.dropOldest();
  }

  return {
    consume: (counter, policy) => findPolicy(policy).consume(counter),
    note: (counter, policy, state) => findPolicy(policy).note(counter, state),
    async close() {
      for (const policy of policies.values()) clearInterval(policy.sweeper);
      policies.clear();
    },
  };
}

interface Policy {
  readonly counters: CounterMap;
  readonly sweeper: NodeJS.Timeout;
  consume(counter: string): RateLimitState | Promise<RateLimitState>;
  note(counter: string, state: RateLimitState): void;
}

function createPolicy({ limit, windowMs }: RateLimitPolicy, makeRoom: () => void): Policy {
  const counters = new CounterMap(windowMs, makeRoom);
  const middleware = ratelimit({
    driver: 'memory',
    db: counters,
    max: limit,
    duration: windowMs,
    namespace: NAMESPACE,
    headers: { remaining: 'remaining', reset: 'reset', total: 'total' },
    id: (call) => (call as unknown as Call).counter,
  });
  return {
    counters,
    sweeper: setInterval(() => counters.sweep(), Math.min(windowMs, TIMER_MAX_MS)).unref(),
    note(counter, { remaining, resetMs }) {
      // The driver takes the next call off before it looks.
      counters.put(`${NAMESPACE}:${counter}`, remaining + 1, resetMs);
    },
    consume(counter) {
      const name = `${NAMESPACE}:${counter}`;
      const taken = counters.takeOff(name);
      if (!taken) return ask(counter, name);
      return { isLimited: false, remaining: taken.remaining, resetMs: bound(taken.restMs) };
    },
  };

  async function ask(counter: string, name: string): Promise<RateLimitState> {
    const call = createCall(counter);
    let isLimited = true;
    await middleware(call as unknown as Koa.Context, async () => {
      isLimited = false;
    });
    return { isLimited, remaining: call.remaining, resetMs: bound(counters.readRestMs(name)) };
  }

  function bound(restMs: number): number {
    return Math.min(Math.max(Math.ceil(restMs), 1), windowMs);
  }
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
