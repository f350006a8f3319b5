import type { RateLimiter } from '../limits/rate-limiter.js';
import { readCounterAddress } from '../request/address.js';
import type { Guard } from './guard.js';
import { refuseExcess } from './limit.js';

/** Failed keys of one address. A wrong configuration stays far below that, a search for keys does not. */
const POLICY = { limit: 20, windowMs: 60_000, countsRefusals: true };

/** Told of each request whose credentials were refused. Refuses with a 429 when its address has had too many of them. */
export type RefusalLimit = Guard;

/**
 * Prepares the limit before authentication. Only refusals are counted, after they happened: a good key passes
 * whatever its address did before.
 */
export function prepareRefusalLimit(limiter: () => RateLimiter): RefusalLimit {
  return async ({ address }) => {
    const counter = `REFUSED:address:${readCounterAddress(address)}`;
    const { isLimited, resetMs } = await limiter().consume(counter, POLICY);
    return isLimited ? refuseExcess(resetMs) : undefined;
  };
}
