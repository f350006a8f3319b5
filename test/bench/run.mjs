// `npm run bench [-- name…]`: bundles the benches and runs them.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FOLDER = `${HERE}.procgen`;

/** What is measured is the package as it is shipped: an import of `src` becomes one of `dist`. */
const measureDist = {
  name: 'measure-dist',
  setup({ onResolve }) {
    onResolve({ filter: /\/src\/.*\.js$/ }, ({ path, resolveDir }) => {
      const source = new URL(path, pathToFileURL(`${resolveDir}/`)).href;
      return { path: source.replace('/src/', '/dist/'), external: true };
    });
  },
};

await build({
  entryPoints: [`${HERE}bench.ts`],
  outdir: FOLDER,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // A bench that is not asked for is not loaded, and what it needs is not either.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  plugins: [measureDist],
  logLevel: 'warning',
});
await import(pathToFileURL(`${FOLDER}/bench.mjs`).href);
