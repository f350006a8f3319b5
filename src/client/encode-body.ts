/** Encodes JSON: dates as ISO texts, bigints as decimals, sets as arrays. Throws a `RangeError` for an invalid date. */
export function encodeBody(input: unknown): string {
  return JSON.stringify(input, function (this: { [key: string]: unknown }, key, value: unknown) {
    const original = this[key];
    if (original instanceof Date) return original.toISOString();
    return typeof value === 'bigint' ? String(value) : value instanceof Set ? [...value] : value;
  });
}
