import type Koa from 'koa';
import ratelimit from 'koa-ratelimit';
import type { RateLimitPolicy } from '../../protocol/rate-limit.js';
import { TIMER_MAX_MS } from '../repeat.js';
import { CounterAllocator } from './counter-allocator.js';
import { CounterMap, type CounterState } from './counter-map.js';
import { NAMESPACE } from './counter-name.js';
import type { CountingPolicy, RateLimiter, RateLimitState } from './rate-limiter.js';

export interface MemoryOptions {
  /** The maximum number of counters of calls; 50,000 when absent. With those of refusals they take up to 20 MB. */
  readonly countersMax?: number;
  /** The maximum number of counters of refusals, which are separate; 10,000 when absent. */
  readonly refusalsMax?: number;
}

export interface MemoryRateLimiter extends RateLimiter {
  peek(counter: string, policy: CountingPolicy): RateLimitState | undefined;
  /** Continues from the state of a counter elsewhere. */
  restore(counter: string, policy: CountingPolicy, state: RateLimitState): void;
}

/**
 * Keeps counters in this process's memory. koa-ratelimit begins their windows and decides on the last calls of each;
 * earlier calls are taken off the counter directly, with the same result. Each policy has its own map, because
 * koa-ratelimit does not separate counters that share one. `CounterAllocator` handles too many of them.
 */
export function createMemoryRateLimiter(options: MemoryOptions = {}): MemoryRateLimiter {
  const { countersMax = 50_000, refusalsMax = 10_000 } = options;
  const calls = new CounterAllocator(countersMax);
  const refusals = new CounterAllocator(refusalsMax);
  const policies = new Map<string, Policy>();
  /** A cache by identity: the policies of a configuration live as long as it does. */
  const known = new WeakMap<CountingPolicy, Policy>();

  function findPolicy(policy: CountingPolicy): Policy {
    let found = known.get(policy);
    if (!found) {
      found = getOrCreatePolicy(policy);
      known.set(policy, found);
    }
    return found;
  }

  function getOrCreatePolicy(policy: CountingPolicy): Policy {
    const { limit, windowMs, countsRefusals = false } = policy;
    const key = `${limit}/${windowMs}/${countsRefusals}`;
    let created = policies.get(key);
    if (!created) {
      created = createPolicy(policy, countsRefusals ? refusals : calls);
      policies.set(key, created);
    }
    return created;
  }

  return {
    consume: (counter, policy) => findPolicy(policy).consume(counter),
    peek: (counter, policy) => findPolicy(policy).peek(counter),
    restore: (counter, policy, state) => findPolicy(policy).restore(counter, state),
    async close() {
      for (const policy of policies.values()) clearInterval(policy.sweeper);
      policies.clear();
    },
  };
}

interface Policy {
  readonly sweeper: NodeJS.Timeout;
  consume(counter: string): RateLimitState | Promise<RateLimitState>;
  peek(counter: string): RateLimitState | undefined;
  restore(counter: string, state: RateLimitState): void;
}

function createPolicy({ limit, windowMs }: RateLimitPolicy, allocator: CounterAllocator): Policy {
  const counters = new CounterMap(windowMs);
  allocator.addMap(counters);
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
    sweeper: setInterval(() => counters.sweep(), Math.min(windowMs, TIMER_MAX_MS)).unref(),
    restore(counter, { remaining, resetMs }) {
      const name = allocator.allocate(counters, `${NAMESPACE}:${counter}`);
      // The driver decrements before it checks.
      if (name !== null) counters.put(name, remaining + 1, resetMs);
    },
    peek(counter) {
      const name = allocator.find(counters, `${NAMESPACE}:${counter}`);
      const state = name === undefined ? undefined : counters.peek(name);
      return state && toState(state);
    },
    consume(counter) {
      const name = `${NAMESPACE}:${counter}`;
      const decremented = counters.decrement(name);
      return decremented ? toState(decremented) : allocate(name);
    },
  };

  function allocate(own: string): RateLimitState | Promise<RateLimitState> {
    const name = allocator.allocate(counters, own);
    if (name === null) return { isLimited: false, remaining: limit - 1, resetMs: windowMs };
    const decremented = name === own ? undefined : counters.decrement(name);
    return decremented ? toState(decremented) : consumeWithDriver(name);
  }

  async function consumeWithDriver(name: string): Promise<RateLimitState> {
    const call = createCall(name.slice(NAMESPACE.length + 1));
    let isLimited = true;
    await middleware(call as unknown as Koa.Context, async () => {
      isLimited = false;
    });
    return { isLimited, remaining: call.remaining, resetMs: clampMs(counters.readRestMs(name)) };
  }

  function toState({ remaining, restMs }: CounterState): RateLimitState {
    return { isLimited: false, remaining, resetMs: clampMs(restMs) };
  }

  function clampMs(restMs: number): number {
    return Math.min(Math.max(Math.ceil(restMs), 1), windowMs);
  }
}

/** The part of a Koa context that koa-ratelimit uses. It reports its count by setting headers. */
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
