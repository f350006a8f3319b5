import type { RateLimitPolicy } from '../../protocol/rate-limit.js';

/** A policy and what it counts. */
export interface CountingPolicy extends RateLimitPolicy {
  /** Whether it counts refused credentials. Their counters and those of calls never evict each other. */
  readonly countsRefusals?: boolean;
}

/**
 * Counts calls. Each counter has a name: `CLASS:procedure:user:ID`, `CLASS:procedure:address:ADDRESS` or
 * `REFUSED:address:ADDRESS`. A limiter with bounded room uses the name to decide which counters to evict.
 */
export interface RateLimiter {
  /** Counts one call against `policy` and returns the counter's new state, synchronously if possible. */
  consume(counter: string, policy: CountingPolicy): RateLimitState | Promise<RateLimitState>;
  /**
   * Returns the state of a counter as this process knows it, without counting or I/O; undefined if unknown. Without
   * this method, failed authentication is only limited at the next attempt.
   */
  peek?(counter: string, policy: CountingPolicy): RateLimitState | undefined;
  /** Releases timers and connections. */
  close(): Promise<void>;
}

export interface RateLimitState {
  /** Whether this call exceeded the limit. */
  readonly isLimited: boolean;
  /** The calls left in this window. */
  readonly remaining: number;
  /** Milliseconds until the end of the window: more than 0, at most the policy's `windowMs`. */
  readonly resetMs: number;
}
