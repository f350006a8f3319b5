import { expect, test } from 'vitest';
import { BUNDLE_OPTIONS } from '../../src/compiler/load/bundle-options.js';
import { esbuild } from '../../src/compiler/load/esbuild.js';
import { askFor } from '../../src/compiler/write/find-natively.js';
import { placeRoutes, ROUTES } from '../../src/compiler/write/place-routes.js';

const ROOT = import.meta.dirname;
/** So much that it takes its time to be parsed. */
const LARGE = '\n'.repeat(4 * 2 ** 20);

/** Bundles a table that imports a package; `onRead` is told whether it has been asked for by then. */
async function bundle(onRead?: (isAsked: boolean) => void): Promise<string> {
  let isAsked = false;
  const text = `import 'some-package';${LARGE}export const routes = [];\n`;
  const telling = onRead && { onRead: () => onRead(isAsked) };
  const table = { path: 'generated/routes.ts', text, resolveDir: ROOT, ...telling };
  const { outputFiles } = await esbuild.build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: `export { routes } from '${ROUTES}';`, resolveDir: ROOT },
    outfile: `${ROOT}/index.js`,
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [
      placeRoutes(ROOT, table, askFor(ROOT, [])),
      {
        name: 'packages',
        setup(build) {
          build.onResolve({ filter: /^some-package$/ }, ({ path }) => {
            isAsked = true;
            return { path, external: true };
          });
        },
      },
    ],
  });
  return outputFiles.map((each) => each.text).join('\n');
}

test('a route table has been read when its packages have been asked for', async () => {
  const told: boolean[] = [];
  await bundle((isAsked) => told.push(isAsked));
  expect(told).toEqual([true]);
});

test('who is told of that gets the same bundle', async () => {
  const plain = await bundle();
  expect(plain).toContain('import "some-package";');
  expect(await bundle(() => {})).toBe(plain);
});
