/** Settles like `answer`, or rejects with the error of `createError` if that takes too long. */
export type WithTimeout = <T>(answer: Promise<T>, createError: () => Error) => Promise<T>;

/** A wait that begins within a tick lasts for the rest of it and two more. */
const TICKS = 3;

/**
 * Prepares a timeout of two to three ticks, where three take `limitMs`. A tick passes only after the event loop has
 * read what had arrived, so time in which this process was blocked, or had no CPU, does not count against the other
 * side. One timer serves all waits, and runs only while there are any.
 */
export function prepareTimeout(limitMs: number): WithTimeout {
  const tickMs = limitMs / TICKS;
  const waiting = new Set<{ readonly tick: number; giveUp(): void }>();
  let tick = 0;
  let isTicking = false;

  function startTicking(): void {
    isTicking = true;
    // Timers run before the event loop reads what has arrived, setImmediate after it.
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

  return (answer, createError) =>
    new Promise((resolve, reject) => {
      const wait = { tick, giveUp: () => reject(createError()) };
      waiting.add(wait);
      if (!isTicking) startTicking();
      answer.then(resolve, reject).finally(() => waiting.delete(wait));
    });
}
