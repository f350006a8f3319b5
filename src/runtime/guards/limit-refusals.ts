import type { RateLimiter } from '../limits/rate-limiter.js';
import { readCounterAddress } from '../request/address.js';
import { Refused } from '../respond/fail.js';
import type { Call } from '../service/call.js';
import { runWithin } from '../service/run-within.js';
import type { Verdict } from './guard.js';
import type { Identity } from './identity.js';
import { refuseExcess } from './limit.js';
import type { AddressNotice } from './notice-private-address.js';

/** Failed credentials of one address. A wrong configuration stays far below that, a search for keys does not. */
const POLICY = { limit: 20, windowMs: 60_000, countsRefusals: true };

export interface RefusalParts {
  readonly limiter: () => RateLimiter;
  readonly notice: AddressNotice;
}

/** Told of each request whose key was refused. Refuses with a 429 when its address has had too many of them. */
export type RefusalLimit = (call: Call) => Promise<Verdict>;

/**
 * Prepares the limit of failed API keys. Only refusals are counted, after they happened: a good key passes whatever its
 * address did before.
 */
export function prepareRefusalLimit({ limiter, notice }: RefusalParts): RefusalLimit {
  return async (call) => {
    notice(call);
    const { isLimited, resetMs } = await limiter().consume(nameCounter(call), POLICY);
    return isLimited ? refuseExcess(resetMs) : undefined;
  };
}

/**
 * Asks about the credentials of a call, unless its address has had 20 refused within a minute: then they are refused
 * with a 429 until the minute ends. No more calls of one address are asked about at a time than it has failures left,
 * so that 1,000 calls at once are no more than 20 questions; the others wait for an answer. Where several processes
 * count together, each learns with the next failure of its own what the others counted.
 */
export type AttemptLimit = (call: Call, identify: () => Promise<Identity>) => Promise<Identity>;

interface Attempts {
  underWay: number;
  /** Told whether they may go on. */
  readonly waiting: Set<{ readonly call: Call; go(mayAsk: boolean): void }>;
}

/** Prepares the limit of failed credentials that an `authenticate` of the application is asked about. */
export function prepareAttemptLimit({ limiter, notice }: RefusalParts, timeoutMs: number): AttemptLimit {
  const addresses = new Map<string, Attempts>();

  const countLeft = (counter: string) => limiter().peek?.(counter, POLICY)?.remaining ?? POLICY.limit;

  function enter(call: Call, counter: string): boolean | Promise<boolean> {
    const left = countLeft(counter);
    if (left === 0) return false;
    let attempts = addresses.get(counter);
    if (!attempts) {
      attempts = { underWay: 0, waiting: new Set() };
      addresses.set(counter, attempts);
    }
    if (attempts.underWay < left) {
      attempts.underWay += 1;
      return true;
    }
    const { waiting } = attempts;
    const admitted = () => new Promise<boolean>((go) => waiting.add({ call, go }));
    return runWithin(timeoutMs, call.controller, admitted, 'authentication');
  }

  function leave(counter: string): void {
    const attempts = addresses.get(counter);
    if (!attempts) return;
    attempts.underWay -= 1;
    for (const next of attempts.waiting) {
      const left = countLeft(counter);
      if (left > 0 && attempts.underWay >= left) break;
      attempts.waiting.delete(next);
      const mayAsk = left > 0 && !next.call.controller.signal.aborted;
      if (mayAsk) attempts.underWay += 1;
      next.go(mayAsk);
    }
    if (attempts.underWay === 0 && attempts.waiting.size === 0) addresses.delete(counter);
  }

  return async (call, identify) => {
    const counter = nameCounter(call);
    const entered = enter(call, counter);
    if (!(typeof entered === 'boolean' ? entered : await entered)) {
      notice(call);
      const resetMs = limiter().peek?.(counter, POLICY)?.resetMs ?? POLICY.windowMs;
      return { principal: null, isMissing: false, refusal: new Refused(refuseExcess(resetMs)) };
    }
    try {
      const identity = await identify();
      if (!isFailure(identity)) return identity;
      notice(call);
      const { isLimited, resetMs } = await limiter().consume(counter, POLICY);
      return isLimited ? { ...identity, refusal: new Refused(refuseExcess(resetMs)) } : identity;
    } finally {
      leave(counter);
    }
  };
}

/** Whether credentials were refused. A status of the application's own, such as a 403, says that it knows them. */
function isFailure(identity: Identity): boolean {
  if (identity.principal !== null || identity.isMissing) return false;
  return identity.refusal === undefined || (identity.refusal as { status?: unknown }).status === 401;
}

function nameCounter({ address }: Call): string {
  return `REFUSED:address:${readCounterAddress(address)}`;
}
