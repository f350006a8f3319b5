import type { OverloadLimits } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import { createRefusal } from '../respond/fail.js';
import { type LoopWatch, watchLoop } from './watch-loop.js';

/** Decides which requests are admitted. */
export interface Gate {
  /** The maximum number of concurrent requests. */
  readonly places: number;
  /** Whether one more request is admitted. Each admitted request has to leave. */
  admit(): boolean;
  /** Takes a place unconditionally, for an admitted request with little left to do. */
  enter(): void;
  leave(): void;
  close(): void;
}

export interface GateOptions {
  /** The limits; false for none. */
  readonly overload?: OverloadLimits | boolean | undefined;
  readonly log: Logger;
  readonly watch?: LoopWatch;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** The refusal of a request that is not admitted. It is not logged as a failure. */
export const OVERLOADED = createRefusal('SERVICE_UNAVAILABLE', undefined, {
  headers: { 'Retry-After': '1' },
});

const DEFAULT_LAG_MS = 250;
const DEFAULT_IN_FLIGHT = 2_000;
const WARN_EVERY_MS = 10_000;

/**
 * Creates a gate that refuses requests while the event loop is late or too many are under way: a refusal is cheap, and
 * admitted requests are answered in time. Warns at most every ten seconds, with the number of refusals since.
 */
export function createGate({
  overload = true,
  log,
  now = () => performance.now(),
  ...parts
}: GateOptions): Gate {
  if (overload === false) return OPEN;
  const { lagMs = DEFAULT_LAG_MS, inFlight: maxInFlight = DEFAULT_IN_FLIGHT } =
    overload === true ? {} : overload;
  const watch = parts.watch ?? watchLoop({ lagMs });
  let inFlight = 0;
  let refused = 0;
  let warnAt = Number.NEGATIVE_INFINITY;

  function refuse(): false {
    refused += 1;
    if (now() >= warnAt) {
      log.warn({ refused, inFlight }, 'overloaded: requests are refused with a 503');
      warnAt = now() + WARN_EVERY_MS;
      refused = 0;
    }
    return false;
  }

  return {
    places: maxInFlight,
    admit() {
      if (watch.isLate() || inFlight >= maxInFlight) return refuse();
      inFlight += 1;
      return true;
    },
    enter() {
      inFlight += 1;
    },
    leave() {
      inFlight -= 1;
    },
    close: () => watch.close(),
  };
}

const OPEN: Gate = {
  places: Number.POSITIVE_INFINITY,
  admit: () => true,
  enter: () => {},
  leave: () => {},
  close: () => {},
};
