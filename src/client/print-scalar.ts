/** Prints one value for a path or a query. Throws a `RangeError` for an invalid date. */
export function printScalar(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
