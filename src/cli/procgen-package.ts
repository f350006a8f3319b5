import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The fields of procgen's own package.json that commands read. */
export interface ProcgenManifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface PackageCopy {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly version: string;
}

/** Two folders up, both from `src/cli` and from the bundles in `dist`. */
const PACKAGE_URL = new URL('../../', import.meta.url);

/** The folder of the running procgen, without a slash at its end. */
export const PROCGEN_FOLDER = fileURLToPath(PACKAGE_URL).replace(/[/\\]$/, '');

export function readProcgenManifest(): ProcgenManifest {
  return JSON.parse(readProcgenFile('package.json')) as ProcgenManifest;
}

/** The text of a file of procgen's package, by its path in the package. */
export function readProcgenFile(path: string): string {
  return readFileSync(new URL(path, PACKAGE_URL), 'utf8');
}

/**
 * The zod that procgen imports, which differs from the project's where procgen is linked; null when there is none.
 */
export function findProcgenZod(): PackageCopy | null {
  try {
    const path = createRequire(PACKAGE_URL).resolve('zod/package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    return { folder: dirname(path), version };
  } catch {
    return null;
  }
}
