import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';

const require = createRequire(import.meta.url);

/**
 * TypeScript as ts-morph bundles it: past ts-morph's own classes and the texts of TypeScript's libraries, and by `require`:
 * `import` would read all nine megabytes once more, to find the names of what they export.
 */
export function loadTypeScript(): typeof TypeScript {
  const ofMorph = createRequire(require.resolve('ts-morph'));
  return ofMorph('@ts-morph/common/dist/typescript.js') as typeof TypeScript;
}
