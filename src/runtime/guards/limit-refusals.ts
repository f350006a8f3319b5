import { readCounterAddress } from '../../keys/counter-address.js';
import type { Call } from '../call/call.js';
import { waitWithin } from '../call/wait-within.js';
import type { RateLimiter, RateLimitState } from '../limits/rate-limiter.js';
import { Refused } from '../respond/fail.js';
import type { Verdict } from './guard.js';
import type { Identity } from './identity.js';
import { refuseExcess } from './limit.js';
import type { AddressWarning } from './warn-private-address.js';

/** Failed credentials of one address. A wrong configuration stays far below the limit, a search for keys does not. */
const POLICY = { limit: 20, windowMs: 60_000, countsRefusals: true };

export interface RefusalParts {
  readonly limiter: () => RateLimiter;
  readonly warnOfAddress: AddressWarning;
}

/** Counts a request whose key was refused. Returns a 429 if its address has had too many of them. */
export type RefusalLimit = (call: Call) => Verdict | Promise<Verdict>;

/**
 * Prepares the limit of failed API keys. Only refusals are counted, after they happened: a valid key passes whatever
 * its address did before.
 */
export function prepareRefusalLimit({ limiter, warnOfAddress }: RefusalParts): RefusalLimit {
  const judge = ({ isLimited, resetMs }: RateLimitState) => (isLimited ? refuseExcess(resetMs) : undefined);
  return (call) => {
    warnOfAddress(call);
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
 * process learns of failures counted elsewhere with its own next failure. Calls without an address are not limited.
 */
export type AttemptLimit = (
  call: Call,
  identify: () => Identity | Promise<Identity>,
) => Identity | Promise<Identity>;

/** How many calls of an address are identified concurrently once one of them has succeeded. */
const TRUSTED_CONCURRENCY = 100;

/** The state of one address, kept while any of its calls is being identified. */
interface Attempts {
  active: number;
  /** Whether any identification has succeeded. */
  isTrusted: boolean;
  /** Calls waiting for a slot. `go(false)` refuses the call. */
  readonly waiting: Set<{ readonly call: Call; settle(isAdmitted: boolean): void }>;
}

/** Prepares the limit of failed credentials that are passed to the application's `authenticate`. */
export function prepareAttemptLimit(parts: RefusalParts, timeoutMs: number): AttemptLimit {
  const { limiter, warnOfAddress } = parts;
  const countRefusal = prepareRefusalLimit(parts);
  const addresses = new Map<string, Attempts>();

  function countSlots(counter: string, isTrusted: boolean): number {
    const left = limiter().peek?.(counter, POLICY)?.remaining ?? POLICY.limit;
    return isTrusted && left > 0 ? TRUSTED_CONCURRENCY : left;
  }

  function enter(counter: string): void {
    let attempts = addresses.get(counter);
    if (!attempts) {
      attempts = { active: 0, isTrusted: false, waiting: new Set() };
      addresses.set(counter, attempts);
    }
    attempts.active += 1;
  }

  function leave(counter: string, isAccepted: boolean): void {
    const attempts = addresses.get(counter);
    if (!attempts) return;
    attempts.active -= 1;
    attempts.isTrusted ||= isAccepted;
    const slots = countSlots(counter, attempts.isTrusted);
    for (const next of attempts.waiting) {
      if (slots > 0 && attempts.active >= slots) break;
      attempts.waiting.delete(next);
      const isAdmitted = slots > 0 && !next.call.signal.aborted;
      if (isAdmitted) attempts.active += 1;
      next.settle(isAdmitted);
    }
    if (attempts.active === 0 && attempts.waiting.size === 0) addresses.delete(counter);
  }

  return (call, identify) => {
    // Callers without an address cannot be told apart, so none may use up the attempts of another.
    if (call.address === '') {
      warnOfAddress(call);
      return identify();
    }
    const counter = nameCounter(call);
    const attempts = addresses.get(counter);
    const slots = countSlots(counter, attempts?.isTrusted ?? false);
    if (slots === 0) return refuse(call, counter);
    if (attempts && attempts.active >= slots) return wait(call, counter, identify, attempts);
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
    const admitted = new Promise<boolean>((settle) => waiting.add({ call, settle }));
    const isAdmitted = await waitWithin(timeoutMs, call, admitted, 'authentication');
    return isAdmitted ? count(call, counter, identify) : refuse(call, counter);
  }

  function refuse(call: Call, counter: string): Identity {
    warnOfAddress(call);
    const resetMs = limiter().peek?.(counter, POLICY)?.resetMs ?? POLICY.windowMs;
    return { principal: null, isMissing: false, refusal: new Refused(refuseExcess(resetMs)) };
  }

  async function count(
    call: Call,
    counter: string,
    identify: () => Identity | Promise<Identity>,
  ): Promise<Identity> {
    let isAccepted = false;
    try {
      const identity = await identify();
      isAccepted = !isFailure(call, identity);
      if (isAccepted) return identity;
      const excess = await countRefusal(call);
      return excess && identity.principal === null ? { ...identity, refusal: new Refused(excess) } : identity;
    } finally {
      leave(counter, isAccepted);
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
