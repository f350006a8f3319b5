import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KnownScopes {
  /** The key's scopes that no procedure requires. */
  readonly unknown: readonly string[];
  /** All scopes that procedures require, sorted; null without a description. */
  readonly known: readonly string[] | null;
}

/** The scopes that procedures without scopes require. */
const COMMON = ['read', 'write'];

/**
 * Compares the scopes of a new key with those of the project's description, which is read from the first of `files` that
 * exists.
 */
export async function findUnknownScopes(
  scopes: readonly string[],
  root: string,
  files: readonly string[],
): Promise<KnownScopes> {
  for (const file of files) {
    const named = await readScopes(join(root, file));
    if (named === null) continue;
    const known = [...new Set([...COMMON, ...named])].sort();
    return { unknown: scopes.filter((scope) => !known.includes(scope)), known };
  }
  return { unknown: scopes.filter((scope) => !COMMON.includes(scope)), known: null };
}

interface Description {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The scopes of a description's operations; null when it cannot be read. */
async function readScopes(path: string): Promise<readonly string[] | null> {
  try {
    const { paths = {} } = JSON.parse(await readFile(path, 'utf8')) as Description;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const requirements = operations.flatMap(({ security = [] }) => security);
    return requirements.flatMap((requirement) => Object.values(requirement).flat());
  } catch {
    return null;
  }
}
