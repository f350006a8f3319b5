import { readFileSync, statSync } from 'node:fs';
import { hashText } from './hash-text.js';

/**
 * The hash of a file as it stands on the disk; null when there is none. At once and not in turns: a thousand small
 * files are read that way in a third of the time.
 */
export function hashFile(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? hashText(readFileSync(path)) : null;
}
