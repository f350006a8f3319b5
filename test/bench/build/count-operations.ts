import { readFileSync } from 'node:fs';

/** How many different operations there are in a file, by the number that each has in what `pattern` captures. */
export function countOperations(file: string, pattern: RegExp): number {
  return new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, number]) => number)).size;
}
