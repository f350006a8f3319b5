import type { RateLimitPolicy } from '../../protocol/rate-limit.js';

/** What counts against a counter. */
export interface CountingPolicy extends RateLimitPolicy {
  /** Whether refused credentials are counted, whose counters make no room for those of calls, nor the other way round. */
  readonly countsRefusals?: boolean;
}

/**
 * Counts calls. One counter is one name: `CLASS:procedure:user:ID`, `CLASS:procedure:address:ADDRESS` or
 * `REFUSED:address:ADDRESS`. A limiter whose room is bounded reads from it whose counters make room.
 */
export interface RateLimiter {
  /** Counts one call against `policy`, and says how the counter stands after it: at once where there is nothing to wait for. */
  consume(counter: string, policy: CountingPolicy): RateLimitState | Promise<RateLimitState>;
  /**
   * How a counter stands as far as this process knows, without counting or asking anybody; undefined where it knows of
   * none. Without it whoever fails to authenticate is not known before the next try.
   */
  peek?(counter: string, policy: CountingPolicy): RateLimitState | undefined;
  /** Lets go of timers and connections. */
  close(): Promise<void>;
}

export interface RateLimitState {
  /** Whether this call was one too many. */
  readonly isLimited: boolean;
  /** The calls left in this window. */
  readonly remaining: number;
  /** Milliseconds until the window ends: more than 0, at most the policy's `windowMs`. */
  readonly resetMs: number;
}
