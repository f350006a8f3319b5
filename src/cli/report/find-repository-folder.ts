import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Io } from '../io.js';

/**
 * The project's folder relative to the repository of the CI job, with `/`; empty when they are equal or the repository
 * is unknown.
 */
export function findRepositoryFolder(root: string, env: Io['env']): string {
  const checkout = env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR;
  if (!checkout) return '';
  const folder = relative(resolveLinks(checkout), root).replaceAll('\\', '/');
  return folder.startsWith('..') ? '' : folder;
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
