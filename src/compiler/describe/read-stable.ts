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

/**
 * Whether a person wrote a date: it begins or ends a minute. One that was taken from the clock when the module was
 * loaded (`z.date().max(new Date())`) is another at every build, and falls there once in twenty thousand times.
 */
export function isWritten(date: Date): boolean {
  const inMinuteMs = date.getTime() % 60_000;
  return inMinuteMs === 0 || Math.abs(inMinuteMs) === 59_000 || Math.abs(inMinuteMs) === 59_999;
}

/**
 * The text of a value as JSON carries it: bigints as decimal strings, dates as ISO text, sets as lists. Undefined
 * where JSON has no form for it or for a part of it, such as a Map, a function or `NaN`.
 */
export function printJsonForm(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, part: unknown) {
      const original = this[key];
      if (hasNoForm(original)) throw new TypeError('JSON has no form for it.');
      return typeof part === 'bigint' ? String(part) : part instanceof Set ? [...part] : part;
    });
  } catch {
    return undefined;
  }
}

function hasNoForm(value: unknown): boolean {
  return (
    (typeof value === 'number' && !Number.isFinite(value)) ||
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    value instanceof Map ||
    (value instanceof Date && Number.isNaN(value.getTime()))
  );
}
