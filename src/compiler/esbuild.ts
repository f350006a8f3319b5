import { createRequire } from 'node:module';
import type { BuildFailure } from 'esbuild';

/** esbuild, loaded with `require`: `import` would read all of it once more to find the names of its exports. */
export const esbuild = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');

/** Whether an error is esbuild's report on a source that it cannot bundle. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}

/** The options of every bundle of a project: one ES module, in memory. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  // The oldest supported version. It has import attributes, as all later ones do.
  target: 'node20.19',
  // Node's own conditions. esbuild would add `module`, and with it a second copy of some packages.
  conditions: [] as string[],
  logLevel: 'silent',
} as const;
