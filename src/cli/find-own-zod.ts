import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OWN_FOLDER } from '../scaffold/own-package.js';

export interface PackageCopy {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly version: string;
}

/** The zod that procgen itself imports, which is not the project's where procgen is linked; null when there is none. */
export function findOwnZod(): PackageCopy | null {
  try {
    const path = createRequire(join(OWN_FOLDER, 'package.json')).resolve('zod/package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    return { folder: dirname(path), version };
  } catch {
    return null;
  }
}
