import { type BigIntStats, type Stats, statSync } from 'node:fs';

/** What is there; undefined where nothing is, or links lead in a circle. */
export function statIfThere(path: string): Stats | undefined;
export function statIfThere(path: string, options: { readonly bigint: true }): BigIntStats | undefined;
export function statIfThere(path: string, options = {}): Stats | BigIntStats | undefined {
  try {
    return statSync(path, { ...options, throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}
