import { createRequire } from 'node:module';

/** esbuild. By `require`: `import` would read the whole of it once more first, to find the names of what it exports. */
export const esbuild = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
