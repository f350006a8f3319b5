// A step of `npm run build:dist`: keeps the declarations that the entry points reach, and deletes those of internal modules.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const ENTRIES = ['index.d.ts', 'runtime/index.d.ts', 'testing/index.d.ts'];

const reached = new Set(ENTRIES.map((entry) => join(DIST, entry)));
// A set goes on to what is added to it meanwhile.
for (const file of reached) {
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
    /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g,
  )) {
    reached.add(`${join(dirname(file), specifier)}.d.ts`);
  }
}
prune(DIST);

/** Deletes what is not reached, and folders in which nothing is left. */
function prune(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) prune(path);
    else if (!reached.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
