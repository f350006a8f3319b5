import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KnownScopes {
  /** Those of the key that no procedure asks for. */
  readonly unknown: readonly string[];
  /** All that procedures ask for, sorted; null where there is no description to tell. */
  readonly known: readonly string[] | null;
}

/** `read` and `write` are asked for by procedures that name no scope. */
const COMMON = ['read', 'write'];

/**
 * Compares the scopes of a new key with those that the project's description names, where there is one. `files` are where it
 * may be, the likeliest first.
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

/** The scopes that the operations of a description name; null when it cannot be read. */
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
