/** Far enough ahead that the year, month, day, weekday, hour and all smaller units differ. */
const LATER_MS = (((400 * 24 + 3) * 60 + 7) * 60 + 11) * 1000 + 13;

/**
 * Returns what `read` returns as JSON, if that is the same at any time. Undefined for a value that is new on each call
 * or depends on the clock, that JSON cannot represent, or if `read` throws: none can be in a generated file.
 */
export function readStable(read: () => unknown): { readonly value: unknown } | undefined {
  try {
    const now = printJsonForm(read());
    const later = runWithLaterClock(() => printJsonForm(read()));
    return now !== undefined && now === later ? { value: JSON.parse(now) } : undefined;
  } catch {
    return undefined;
  }
}

/** Calls `run` with a clock that is ahead. `run` is synchronous, so no other code sees that clock. */
function runWithLaterClock<Result>(run: () => Result): Result {
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
 * Whether a date was written by hand: it is the start or the end of a minute. A date that was read from the clock when
 * the module was loaded (`z.date().max(new Date())`) differs between builds, and passes once in twenty thousand times.
 */
export function isLiteralDate(date: Date): boolean {
  const inMinuteMs = date.getTime() % 60_000;
  return inMinuteMs === 0 || Math.abs(inMinuteMs) === 59_000 || Math.abs(inMinuteMs) === 59_999;
}

/**
 * Prints a value as JSON: bigints as decimal strings, dates as ISO text, sets as arrays. Undefined if JSON cannot
 * represent it or a part of it, such as a Map, a function or `NaN`.
 */
export function printJsonForm(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, part: unknown) {
      const original = this[key];
      if (isUnrepresentable(original)) throw new TypeError('JSON has no form for it.');
      return typeof part === 'bigint' ? String(part) : part instanceof Set ? [...part] : part;
    });
  } catch {
    return undefined;
  }
}

function isUnrepresentable(value: unknown): boolean {
  return (
    (typeof value === 'number' && !Number.isFinite(value)) ||
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    value instanceof Map ||
    (value instanceof Date && Number.isNaN(value.getTime()))
  );
}
