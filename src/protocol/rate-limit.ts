/** The classes a procedure can belong to; `false` is none. */
export type RateLimitClass = 'QUERY' | 'MUTATION';

/** At most `limit` calls in a window of `windowMs` milliseconds. */
export interface RateLimitPolicy {
  /** The number of calls in a window. */
  limit: number;
  /** The length of a window in milliseconds. */
  windowMs: number;
}

/**
 * What happens to limited calls while the store of the counters is unavailable: each process counts alone, or a 503.
 */
export type StoreFailureAnswer = 'local' | 'refuse';

export const DEFAULT_RATE_LIMITS: Readonly<Record<RateLimitClass, RateLimitPolicy>> = {
  QUERY: { limit: 100, windowMs: 60_000 },
  MUTATION: { limit: 20, windowMs: 60_000 },
};
