import { printJsonForm } from './json-form.js';

/** So far ahead that the year, the month, the day, the weekday, the hour and whatever is smaller are others. */
const LATER_MS = (((400 * 24 + 3) * 60 + 7) * 60 + 11) * 1000 + 13;

/**
 * What `read` gives as JSON carries it, when it gives the same at any time. Undefined for what is new each time or
 * depends on the clock, for what JSON cannot carry, and when it throws: none of it can stand in a generated file.
 */
export function readStable(read: () => unknown): { readonly value: unknown } | undefined {
  try {
    const now = printJsonForm(read());
    const later = runLater(() => printJsonForm(read()));
    return now !== undefined && now === later ? { value: JSON.parse(now) } : undefined;
  } catch {
    return undefined;
  }
}

/** Runs with a clock that is ahead. Nothing else runs meanwhile: `run` does not wait. */
function runLater<Result>(run: () => Result): Result {
  const RealDate = Date;
  const laterMs = () => RealDate.now() + LATER_MS;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(laterMs()).toString(),
    construct: (target, fields) =>
      fields.length === 0 ? new target(laterMs()) : Reflect.construct(target, fields),
    get: (target, key) => (key === 'now' ? laterMs : Reflect.get(target, key)),
  });
  try {
    return run();
  } finally {
    globalThis.Date = RealDate;
  }
}
