import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The root of the Git repository that contains a folder, which need not exist yet; null when there is none or the
 * folder is the root.
 */
export function findRepositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at === folder ? null : at;
    if (at === dirname(at)) return null;
  }
}
