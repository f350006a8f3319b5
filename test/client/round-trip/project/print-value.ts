/** A value as text that tells dates, bigints and sets from the texts and lists that they travel as. */
export function printValue(value: unknown): string {
  if (value instanceof Date) return `Date(${value.toISOString()})`;
  if (value instanceof Set) return `Set(${[...value].map(printValue).join()})`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(printValue).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${printValue(member)}`).join()}}`;
}
