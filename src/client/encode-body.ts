/** JSON in which dates are ISO text, bigints decimal text and sets arrays. An invalid date is a `RangeError`. */
export function encodeBody(input: unknown): string {
  return JSON.stringify(input, function (this: { [key: string]: unknown }, key, value: unknown) {
    const original = this[key];
    if (original instanceof Date) return original.toISOString();
    return typeof value === 'bigint' ? String(value) : value instanceof Set ? [...value] : value;
  });
}
