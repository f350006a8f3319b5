/** Orders names by code units, which gives the same order on every machine. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
