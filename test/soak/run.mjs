// `npm run soak -- [--seconds N]`: bundles the soak and runs it against the built package.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUNDLE = `${HERE}.procgen/main.mjs`;

await build({
  entryPoints: [`${HERE}main.ts`],
  outfile: BUNDLE,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(BUNDLE).href);
