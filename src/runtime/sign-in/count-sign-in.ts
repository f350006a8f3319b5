import type { DashboardOptions } from '../../dashboard/dashboard-options.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import { readCounterAddress } from '../request/address.js';

/** Tries to sign in of one address. A team behind one address stays below, a search for tokens does not. */
const POLICY = { limit: 20, windowMs: 60_000 };

/** Prepares what counts tries to sign in, by step and address, with the service's own counters. */
export function prepareSignInCount(
  limiter: () => Promise<RateLimiter>,
): NonNullable<DashboardOptions['countSignIn']> {
  return async (step, address) => {
    const counter = `SIGN-IN:${step}:address:${readCounterAddress(address)}`;
    const { isLimited, resetMs } = await (await limiter()).consume(counter, POLICY);
    return isLimited ? resetMs : null;
  };
}
