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
