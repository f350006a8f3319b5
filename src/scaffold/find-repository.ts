import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The Git repository that a folder, which need not be there yet, is a part of without being its root; null when there is none. */
export function findRepositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at === folder ? null : at;
    if (at === dirname(at)) return null;
  }
}
