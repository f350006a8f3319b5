import { readCounterAddress } from '../../keys/counter-address.js';
import type { RateLimitClass, RateLimitPolicy } from '../../protocol/rate-limit.js';
import type { Call } from '../call/call.js';
import type { RateLimiter, RateLimitState } from '../limits/rate-limiter.js';
import type { Answer } from '../respond/answer.js';
import { createRefusal, type Refusal } from '../respond/fail.js';
import type { Guard } from './guard.js';
import type { AddressWarning } from './warn-private-address.js';

export interface LimitOptions {
  readonly procedure: string;
  readonly name: RateLimitClass;
  readonly policy: RateLimitPolicy;
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
  readonly warnOfAddress: AddressWarning;
}

/** Prepares the guard that counts a procedure's calls by caller and refuses those above the limit with a 429. */
export function prepareLimit({ procedure, name, policy, limiter, now, warnOfAddress }: LimitOptions): Guard {
  const setRateLimitHeaders = prepareRateLimitHeaders(name, policy);
  const prefix = `${name}:${procedure}:`;
  const judge = (call: Call, state: RateLimitState) => {
    setRateLimitHeaders(call.answer, state, now());
    if (call.principal === null && (state.isLimited || call.address === '')) warnOfAddress(call);
    if (!state.isLimited) return undefined;
    return refuseExcess(state.resetMs);
  };
  return (call) => {
    const state = limiter().consume(prefix + nameCaller(call), policy);
    return state instanceof Promise ? state.then((counted) => judge(call, counted)) : judge(call, state);
  };
}

/** Returns the 429 for a caller that may retry in `resetMs` milliseconds. */
export function refuseExcess(resetMs: number): Refusal {
  const seconds = toSeconds(resetMs);
  return createRefusal('TOO_MANY_REQUESTS', 'limit.exceeded', {
    params: { seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Names the caller in counters and stored responses. The prefix keeps user ids and addresses apart. */
export function nameCaller({ principal, address }: Call): string {
  return principal ? `user:${principal.user.id}` : `address:${readCounterAddress(address)}`;
}

type RateLimitHeaders = (answer: Answer, state: RateLimitState, nowMs: number) => void;

/**
 * Prepares the function that sets the rate limit headers of one class: `RateLimit-Policy` and `RateLimit` as structured
 * fields (draft-ietf-httpapi-ratelimit-headers-11), and the three older ones, whose Reset is in epoch seconds.
 */
function prepareRateLimitHeaders(name: RateLimitClass, policy: RateLimitPolicy): RateLimitHeaders {
  const policyField = `"${name}";q=${policy.limit};w=${Math.ceil(policy.windowMs / 1000)}`;
  const limit = String(policy.limit);
  return (answer, { remaining, resetMs }, nowMs) => {
    answer.add('RateLimit-Policy', policyField);
    answer.add('RateLimit', `"${name}";r=${remaining};t=${toSeconds(resetMs)}`);
    answer.add('X-RateLimit-Limit', limit);
    answer.add('X-RateLimit-Remaining', String(remaining));
    answer.add('X-RateLimit-Reset', String(toSeconds(nowMs + resetMs)));
  };
}

/** Converts to whole seconds, rounded up. */
function toSeconds(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000));
}
