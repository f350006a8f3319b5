import { createRequire } from 'node:module';
import type { BuildFailure } from 'esbuild';

/** esbuild. By `require`: `import` would read the whole of it once more first, to find the names of what it exports. */
export const esbuild = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');

/** What esbuild says of a source it cannot bundle. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}

/** How every bundle of a project is made: one ES module for the oldest Node that is supported, in memory. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  // The first that takes attributes of imports, and any later one.
  target: 'node20.19',
  // Node's own conditions; esbuild would add `module`, and two copies of a package with it.
  conditions: [] as string[],
  logLevel: 'silent',
} as const;
