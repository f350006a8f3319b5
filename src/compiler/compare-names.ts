/** The order of everything that is sorted by name: by code units, the same on every machine. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
