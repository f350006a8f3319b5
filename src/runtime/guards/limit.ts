import type { RateLimitClass, RateLimitPolicy } from '../../protocol/rate-limit.js';
import type { Call } from '../call/call.js';
import { countSeconds, prepareRateLimitHeaders } from '../limits/rate-limit-headers.js';
import type { RateLimiter, RateLimitState } from '../limits/rate-limiter.js';
import { createRefusal } from '../respond/create-refusal.js';
import type { Refusal } from '../respond/fail.js';
import type { Guard } from './guard.js';
import { nameCaller } from './name-caller.js';
import type { AddressNotice } from './notice-private-address.js';

export interface LimitOptions {
  readonly procedure: string;
  readonly name: RateLimitClass;
  readonly policy: RateLimitPolicy;
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
  readonly notice: AddressNotice;
}

/** Prepares the guard that counts a procedure's calls by caller, and refuses those that are too many with a 429. */
export function prepareLimit({ procedure, name, policy, limiter, now, notice }: LimitOptions): Guard {
  const print = prepareRateLimitHeaders(name, policy);
  const prefix = `${name}:${procedure}:`;
  const judge = (call: Call, state: RateLimitState) => {
    call.answer.add(print(state, now()));
    if (call.principal === null && (state.isLimited || call.address === '')) notice(call);
    if (!state.isLimited) return undefined;
    return refuseExcess(state.resetMs);
  };
  return (call) => {
    const state = limiter().consume(prefix + nameCaller(call), policy);
    return state instanceof Promise ? state.then((counted) => judge(call, counted)) : judge(call, state);
  };
}

/** The 429 of a caller who may come back in `resetMs` milliseconds. */
export function refuseExcess(resetMs: number): Refusal {
  const seconds = countSeconds(resetMs);
  return createRefusal('TOO_MANY_REQUESTS', 'limit.exceeded', {
    params: { seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}
