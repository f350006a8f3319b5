import type { Call } from '../call/call.js';
import { waitWithin } from '../call/wait-within.js';
import type { RateLimiter, RateLimitState } from '../limits/rate-limiter.js';
import { readCounterAddress } from '../request/address.js';
import { Refused } from '../respond/fail.js';
import type { Verdict } from './guard.js';
import type { Identity } from './identity.js';
import { refuseExcess } from './limit.js';
import type { AddressNotice } from './notice-private-address.js';

/** Failed credentials of one address. A wrong configuration stays far below the limit, a search for keys does not. */
const POLICY = { limit: 20, windowMs: 60_000, countsRefusals: true };

export interface RefusalParts {
  readonly limiter: () => RateLimiter;
  readonly notice: AddressNotice;
}

/** Counts a request whose key was refused. Returns a 429 if its address has had too many of them. */
export type RefusalLimit = (call: Call) => Verdict | Promise<Verdict>;

/**
 * Prepares the limit of failed API keys. Only refusals are counted, after they happened: a valid key passes whatever
 * its address did before.
 */
export function prepareRefusalLimit({ limiter, notice }: RefusalParts): RefusalLimit {
  const judge = ({ isLimited, resetMs }: RateLimitState) => (isLimited ? refuseExcess(resetMs) : undefined);
  return (call) => {
    notice(call);
    const counter = nameCounter(call);
    const known = limiter().peek?.(counter, POLICY);
    if (known?.remaining === 0) return refuseExcess(known.resetMs);
    const state = limiter().consume(counter, POLICY);
    return state instanceof Promise ? state.then(judge) : judge(state);
  };
}

/**
 * Identifies the caller, unless 20 credentials of its address were refused within a minute: then further ones are
 * refused with a 429 until the minute ends. For each address, as many calls are identified concurrently as it has
 * failures left, so 1,000 concurrent guesses reach the application at most 20 times. The other calls wait. After the
 * first success, 100 run concurrently, so that valid callers do not wait for each other. With a shared rate limiter, a
 * process learns of failures counted elsewhere with its own next failure.
 */
export type AttemptLimit = (
  call: Call,
  identify: () => Identity | Promise<Identity>,
) => Identity | Promise<Identity>;

/** How many calls of an address are identified concurrently once one of them has succeeded. */
const TRUSTED_AT_ONCE = 100;

/** The state of one address, kept while any of its calls is being identified. */
interface Attempts {
  underWay: number;
  /** Whether any identification has succeeded. */
  isTrusted: boolean;
  /** Calls waiting for a slot. `go(false)` refuses the call. */
  readonly waiting: Set<{ readonly call: Call; go(mayAsk: boolean): void }>;
}

/** Prepares the limit of failed credentials that are passed to the application's `authenticate`. */
export function prepareAttemptLimit(parts: RefusalParts, timeoutMs: number): AttemptLimit {
  const { limiter, notice } = parts;
  const countRefusal = prepareRefusalLimit(parts);
  const addresses = new Map<string, Attempts>();

  function countPlaces(counter: string, isTrusted: boolean): number {
    const left = limiter().peek?.(counter, POLICY)?.remaining ?? POLICY.limit;
    return isTrusted && left > 0 ? TRUSTED_AT_ONCE : left;
  }

  function enter(counter: string): void {
    let attempts = addresses.get(counter);
    if (!attempts) {
      attempts = { underWay: 0, isTrusted: false, waiting: new Set() };
      addresses.set(counter, attempts);
    }
    attempts.underWay += 1;
  }

  function leave(counter: string, isGood: boolean): void {
    const attempts = addresses.get(counter);
    if (!attempts) return;
    attempts.underWay -= 1;
    attempts.isTrusted ||= isGood;
    const places = countPlaces(counter, attempts.isTrusted);
    for (const next of attempts.waiting) {
      if (places > 0 && attempts.underWay >= places) break;
      attempts.waiting.delete(next);
      const mayAsk = places > 0 && !next.call.signal.aborted;
      if (mayAsk) attempts.underWay += 1;
      next.go(mayAsk);
    }
    if (attempts.underWay === 0 && attempts.waiting.size === 0) addresses.delete(counter);
  }

  return (call, identify) => {
    const counter = nameCounter(call);
    const attempts = addresses.get(counter);
    const places = countPlaces(counter, attempts?.isTrusted ?? false);
    if (places === 0) return refuse(call, counter);
    if (attempts && attempts.underWay >= places) return wait(call, counter, identify, attempts);
    const identity = identify();
    // Credentials that are accepted synchronously take no slot, and no call waits for them.
    if (!attempts && !(identity instanceof Promise) && !isFailure(call, identity)) return identity;
    enter(counter);
    return count(call, counter, () => identity);
  };

  /** Waits for a slot, which `leave` passes on. */
  async function wait(
    call: Call,
    counter: string,
    identify: () => Identity | Promise<Identity>,
    { waiting }: Attempts,
  ): Promise<Identity> {
    const admitted = new Promise<boolean>((go) => waiting.add({ call, go }));
    const mayAsk = await waitWithin(timeoutMs, call, admitted, 'authentication');
    return mayAsk ? count(call, counter, identify) : refuse(call, counter);
  }

  function refuse(call: Call, counter: string): Identity {
    notice(call);
    const resetMs = limiter().peek?.(counter, POLICY)?.resetMs ?? POLICY.windowMs;
    return { principal: null, isMissing: false, refusal: new Refused(refuseExcess(resetMs)) };
  }

  async function count(
    call: Call,
    counter: string,
    identify: () => Identity | Promise<Identity>,
  ): Promise<Identity> {
    let isGood = false;
    try {
      const identity = await identify();
      isGood = !isFailure(call, identity);
      if (isGood) return identity;
      const excess = await countRefusal(call);
      return excess && identity.principal === null ? { ...identity, refusal: new Refused(excess) } : identity;
    } finally {
      leave(counter, isGood);
    }
  }
}

/**
 * Whether credentials were refused. Any other status of the application, such as a 403, means that they are known.
 * Cookies alone need not be credentials: on a public procedure they are a visitor's unless `verify` throws a 401.
 */
function isFailure({ route }: Call, identity: Identity): boolean {
  if (identity.principal !== null) return false;
  if (identity.refusal !== undefined) return (identity.refusal as { status?: unknown }).status === 401;
  return !identity.isMissing || route?.protect === true;
}

function nameCounter({ address }: Call): string {
  return `REFUSED:address:${readCounterAddress(address)}`;
}
