import type { RateLimitClass, RateLimitPolicy } from '../../protocol/rate-limit.js';
import type { RateLimitState } from './rate-limiter.js';

/** Names and values by turns. */
export type RateLimitHeaders = (state: RateLimitState, nowMs: number) => readonly string[];

/**
 * Prepares the headers of one class's answers: `RateLimit-Policy` and `RateLimit` as structured fields
 * (draft-ietf-httpapi-ratelimit-headers-11), and the older three, whose Reset is in epoch seconds.
 */
export function prepareRateLimitHeaders(name: RateLimitClass, policy: RateLimitPolicy): RateLimitHeaders {
  const announced = `"${name}";q=${policy.limit};w=${Math.ceil(policy.windowMs / 1000)}`;
  const limit = String(policy.limit);
  return ({ remaining, resetMs }, nowMs) => [
    'RateLimit-Policy',
    announced,
    'RateLimit',
    `"${name}";r=${remaining};t=${countSeconds(resetMs)}`,
    'X-RateLimit-Limit',
    limit,
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(countSeconds(nowMs + resetMs)),
  ];
}

/** Whole seconds, never fewer than `durationMs`. */
export function countSeconds(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000));
}
