/** The text of one value in a path or a query. An invalid date is a `RangeError`. */
export function printScalar(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
