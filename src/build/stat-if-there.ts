import { type Stats, statSync } from 'node:fs';

/** What is there; undefined where nothing is, or links lead in a circle. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}
