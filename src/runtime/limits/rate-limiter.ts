import type { RateLimitPolicy } from '../../protocol/rate-limit.js';

/** Counts calls. One counter is one name; who asks for it makes sure that it names one procedure and one caller. */
export interface RateLimiter {
  /** Counts one call against `policy`, and says how the counter stands after it: at once where there is nothing to wait for. */
  consume(counter: string, policy: RateLimitPolicy): RateLimitState | Promise<RateLimitState>;
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
