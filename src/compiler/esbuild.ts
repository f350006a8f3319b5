import { createRequire } from 'node:module';
import type { BuildFailure } from 'esbuild';

/** esbuild. By `require`: `import` would read the whole of it once more first, to find the names of what it exports. */
export const esbuild = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');

/** What esbuild says of a source it cannot bundle. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}
