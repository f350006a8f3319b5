/** Gives the outcome of `answer`, or a rejection with what `late` makes when it is not there in time. */
export type WithTimeout = <T>(answer: Promise<T>, late: () => Error) => Promise<T>;

/** A wait that begins in the middle of a tick takes two more, so that two to three of them pass. */
const TICKS = 3;

/**
 * Gives up after two to three ticks, three of which are `limitMs`. A tick passes only when the event loop came around
 * and read what had arrived: time in which this process was busy, or had no processor, does not count against the other
 * side. One timer serves all waits, and none runs without one.
 */
export function prepareTimeout(limitMs: number): WithTimeout {
  const tickMs = limitMs / TICKS;
  const waiting = new Set<{ readonly tick: number; giveUp(): void }>();
  let tick = 0;
  let isTicking = false;

  function startTicking(): void {
    isTicking = true;
    // Timers run before what has arrived is read, setImmediate after it.
    setTimeout(() => setImmediate(passTick), tickMs);
  }

  function passTick(): void {
    tick += 1;
    for (const wait of waiting) {
      if (wait.tick + TICKS > tick) break;
      waiting.delete(wait);
      wait.giveUp();
    }
    isTicking = false;
    if (waiting.size > 0) startTicking();
  }

  return (answer, late) =>
    new Promise((resolve, reject) => {
      const wait = { tick, giveUp: () => reject(late()) };
      waiting.add(wait);
      if (!isTicking) startTicking();
      answer.then(resolve, reject).finally(() => waiting.delete(wait));
    });
}
