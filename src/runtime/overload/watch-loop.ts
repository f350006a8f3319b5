import { performance } from 'node:perf_hooks';
import { type Repeat, repeatUnref } from '../repeat.js';

/** Tells while requests come faster than the event loop can take them up. */
export interface LoopWatch {
  /** Asked once for each request: whether it has to be refused. */
  isLate(): boolean;
  close(): void;
}

export interface LoopWatchOptions {
  /** How late the event loop may be. */
  readonly lagMs: number;
  readonly clock?: LoopClock;
}

/** What a test has of its own. */
export interface LoopClock {
  /** Milliseconds that only go on. */
  now(): number;
  /** For how many milliseconds the event loop has had nothing to do so far. */
  readIdleMs(): number;
  readonly repeat: Repeat;
}

/** Requests that were looked at since the overload was last found to go on. */
interface Overload {
  readonly since: number;
  readonly idleMs: number;
  refused: number;
}

export const TICK_MS = 10;
/** One late turn of the loop is no overload, be it a burst, a collection or a machine that was busy; two so close are. */
const STRAIN_MS = 1_000;
/** How much later than `lagMs` that one turn may be. */
const CALM_FACTOR = 4;
/** While there is too much to do, a turn takes up requests for a tenth of `lagMs`, so that the refused hear of it soon. */
const OVERLOAD_FACTOR = 1 / 10;
/** It is over when in so long a time nobody was refused, or the loop had nothing to do for such a share of it. */
const WINDOW_MS = 1_000;
const REST_SHARE = 0.05;

/**
 * Watches how long a turn of the event loop takes. All requests that wait are read in one turn, one after the other, and
 * all that come meanwhile in the next, so that the length of a turn is what they wait, and who comes too late in it is
 * refused: the queue is cut, and the processor has work all the same. That is CoDel's idea (RFC 8289) without a queue of
 * one's own. While nobody asks nothing ticks.
 */
export function watchLoop({ lagMs, clock = LOOP }: LoopWatchOptions): LoopWatch {
  let stopTicking: (() => void) | undefined;
  let isAsked = false;
  let tickedAt = 0;
  let strainedUntil = Number.NEGATIVE_INFINITY;
  let overload: Overload | undefined;

  function readLimit(): number {
    if (overload) return lagMs * OVERLOAD_FACTOR;
    return tickedAt < strainedUntil ? lagMs : lagMs * CALM_FACTOR;
  }

  function tick(): void {
    const time = clock.now();
    if (time - tickedAt - TICK_MS >= lagMs) strainedUntil = time + STRAIN_MS;
    tickedAt = time;
    if (overload && time - overload.since >= WINDOW_MS) overload = isOver(overload) ? undefined : begin(time);
    if (!isAsked && !overload) close();
    isAsked = false;
  }

  function begin(since: number): Overload {
    return { since, idleMs: clock.readIdleMs(), refused: 0 };
  }

  function isOver({ since, idleMs, refused }: Overload): boolean {
    return refused === 0 || clock.readIdleMs() - idleMs >= REST_SHARE * (tickedAt - since);
  }

  function close(): void {
    stopTicking?.();
    stopTicking = undefined;
  }

  return {
    isLate() {
      const time = clock.now();
      isAsked = true;
      if (!stopTicking) {
        tickedAt = time;
        stopTicking = clock.repeat(tick, TICK_MS);
      }
      if (time - tickedAt - TICK_MS < readLimit()) return false;
      overload ??= begin(time);
      overload.refused += 1;
      return true;
    },
    close,
  };
}

const LOOP: LoopClock = {
  now: () => performance.now(),
  readIdleMs: () => performance.eventLoopUtilization().idle,
  repeat: repeatUnref,
};
