import type Koa from 'koa';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { RateLimitClass, RateLimitPolicy } from '../../protocol/rate-limit.js';
import { countSeconds, prepareRateLimitHeaders } from '../limits/rate-limit-headers.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import { callOf } from '../service/call.js';
import { nameCaller } from './name-caller.js';

export interface LimitOptions {
  readonly procedure: string;
  readonly name: RateLimitClass;
  readonly policy: RateLimitPolicy;
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
}

/** Prepares the guard that counts a procedure's calls by caller, and refuses those that are too many with a 429. */
export function prepareLimit({ procedure, name, policy, limiter, now }: LimitOptions): Koa.Middleware {
  const print = prepareRateLimitHeaders(name, policy);
  const prefix = `${name}:${procedure}:`;
  return async (ctx, next) => {
    const state = await limiter().consume(prefix + nameCaller(callOf(ctx)), policy);
    const headers = print(state, now());
    // Not `ctx.set`, which for each of them makes what is thrown away again.
    for (const header in headers) ctx.res.setHeader(header, headers[header] as string);
    if (!state.isLimited) return next();
    throw refuseExcess(state.resetMs);
  };
}

/** The 429 of a caller who may come back in `resetMs` milliseconds. */
export function refuseExcess(resetMs: number): BuiltInError {
  const seconds = countSeconds(resetMs);
  return new BuiltInError('TOO_MANY_REQUESTS', 'limit.exceeded', {
    params: { seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}
