// `npm run reference`: prints the references in docs/ from the types, the commands and the diagnostics.
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Two folders below the package, like every module of src.
const outfile = `${root}/.procgen/reference/generate-reference.mjs`;
await build({
  entryPoints: [`${root}/scripts/reference/generate-reference.ts`],
  outfile,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
});
const { generateReference } = await import(pathToFileURL(outfile).href);
for (const [path, text] of generateReference(root)) writeFileSync(`${root}/${path}`, text);
