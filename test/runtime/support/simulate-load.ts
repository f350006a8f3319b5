import { watchLoop } from '../../../src/runtime/overload/watch-loop.js';

export interface SimulatedLoad {
  /** What an answer takes of the processor. */
  readonly answerMs: number;
  /** Requests that come while one answer is made, on the average. */
  readonly load: number;
  readonly forMs: number;
}

export interface SimulatedOutcome {
  /** Answers given within a second, as a share of those that the processor can make in the time. */
  readonly goodput: number;
  readonly refused: number;
  /** How long 99 of 100 refusals took to come, once the server had refused for a second. */
  readonly refusalMs: number;
}

const REFUSAL_MS = 0.03;
const PATIENCE_MS = 1_000;
const ONSET_MS = 1_000;

/** Lets requests come by chance, the same each time, at an event loop in a time of its own, and tells what it gets done. */
export function simulateLoad({ answerMs, load, forMs }: SimulatedLoad): SimulatedOutcome {
  const time = { now: 0, idleMs: 0, tickAt: 0 };
  let tick: (() => void) | undefined;
  const watch = watchLoop({
    lagMs: 250,
    clock: {
      now: () => time.now,
      readIdleMs: () => time.idleMs,
      repeat(ticking, everyMs) {
        time.tickAt = time.now + everyMs;
        tick = () => {
          time.tickAt = time.now + everyMs;
          ticking();
        };
        return () => {
          tick = undefined;
        };
      },
    },
  });
  const arrivals = listArrivals(answerMs / load, forMs);
  const refusals: { readonly at: number; readonly tookMs: number }[] = [];
  let [next, good] = [0, 0];

  function answer(arrivedAt: number): void {
    const isRefused = watch.isLate();
    time.now += isRefused ? REFUSAL_MS : answerMs;
    const tookMs = time.now - arrivedAt;
    if (isRefused) refusals.push({ at: arrivedAt, tookMs });
    else if (tookMs <= PATIENCE_MS) good += 1;
  }

  while (next < arrivals.length && time.now < forMs) {
    if (tick && time.now >= time.tickAt) tick();
    const turnBeganAt = time.now;
    while ((arrivals[next] ?? Number.POSITIVE_INFINITY) <= turnBeganAt) answer(arrivals[next++] as number);
    if (time.now > turnBeganAt) continue;
    const wakesAt = Math.min(arrivals[next] ?? forMs, tick ? time.tickAt : Number.POSITIVE_INFINITY);
    time.idleMs += wakesAt - time.now;
    time.now = wakesAt;
  }
  const settled = refusals.filter(({ at }) => at >= (refusals[0]?.at ?? 0) + ONSET_MS);
  const waits = settled.map(({ tookMs }) => tookMs).sort((left, right) => left - right);
  return {
    goodput: good / (forMs / answerMs),
    refused: refusals.length,
    refusalMs: waits[Math.floor(0.99 * waits.length)] ?? 0,
  };
}

/** A Poisson process of a fixed seed. */
function listArrivals(everyMs: number, forMs: number): readonly number[] {
  const arrivals: number[] = [];
  let seed = 1;
  for (let at = 0; at < forMs; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    at -= everyMs * Math.log(seed / 2_147_483_647);
    arrivals.push(at);
  }
  return arrivals;
}
