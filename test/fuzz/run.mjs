// `npm run fuzz -- [--seed N] [--count N] [--hostile N] [--project DIR]`: bundles the fuzz and runs it against the built package.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FOLDER = `${HERE}.procgen`;

await build({
  entryPoints: [`${HERE}main.ts`, `${HERE}serve.ts`],
  outdir: FOLDER,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(`${FOLDER}/main.mjs`).href);
