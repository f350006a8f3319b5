// `npm run bench [-- name…]`: bundles the benches and runs them.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FOLDER = `${HERE}.procgen`;

await build({
  entryPoints: [
    `${HERE}bench.ts`,
    `${HERE}cost/plain-koa.mjs`,
    `${HERE}flood/send-flood.ts`,
    `${HERE}keys/hold-keys.ts`,
  ],
  outbase: HERE,
  outdir: FOLDER,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // A bench that is not asked for is not loaded, and what it needs is not either.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(`${FOLDER}/bench.mjs`).href);
