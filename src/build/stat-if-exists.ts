import { type Stats, statSync } from 'node:fs';

/** Returns the stats of a path; undefined if nothing is there, or its links form a cycle. */
export function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}
