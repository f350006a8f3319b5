import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { createServerBundler, type ServerBundler } from '../../../src/compiler/bundle/server-bundler.js';
import { createProject } from '../support/create-project.js';
import { buildServer, PROJECT, write } from '../support/server-project.js';

let bundler: ServerBundler | undefined;
afterEach(async () => {
  await bundler?.close();
  bundler = undefined;
});

/** What its one procedure answers. */
async function call(root: string, version = 0): Promise<unknown> {
  const { href } = pathToFileURL(join(root, '.procgen/server/index.mjs'));
  const { routes } = await import(`${href}?${version}`);
  return routes.routes[0].procedure.call({ input: undefined });
}

/** A procedure that answers what `answer.ts` makes. */
const ANSWERING = {
  ...PROJECT,
  'procedures/thing.ts': `import { procedure } from 'procgen';
import * as z from 'zod';
import { answer } from '../answer.js';
export const get = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/thing', tags: ['demo'], summary: 'Gets it', protect: false } })
  .output(z.object({ n: z.string() }))
  .query(() => ({ n: answer() }));
`,
};

test('a server has the modules of its routes, its packages by name, and a configuration without what only builds need', async () => {
  const root = await createProject(PROJECT);
  vi.spyOn(console, 'log').mockReturnValue();
  const { code, inputs, diagnostics } = await buildServer(root);
  expect(diagnostics).toEqual([]);
  expect(inputs).toEqual(
    [...Object.keys(PROJECT), 'generated/routes.ts']
      .filter((path) => !/^(package|tsconfig|own)/.test(path))
      .sort(),
  );
  expect(code).toMatch(/from "zod";/);
  expect(code).toMatch(/from "procgen";/);
  expect(code).not.toContain('own');
  // As its tsconfig.json has class fields.
  expect(code).toContain('this.n = ');
});

test('each module keeps its own URL, also outside of the project, and its lines', async () => {
  const root = await createProject({
    ...ANSWERING,
    'answer.ts': `import { here } from '../out#side.js';
import { there } from './lib/place.js';
export const answer = () => [here, there, 'import.meta.url'].join();
`,
    'lib/place.ts': 'export const there = import.meta.url;\n',
  });
  const outside = join(root, '../out#side.ts');
  await writeFile(outside, 'export const here = import.meta.url;\n');
  await buildServer(root).finally(() => rm(outside));
  const urls = [outside, join(root, 'lib/place.ts')].map((path) => pathToFileURL(path).href);
  expect(await call(root)).toEqual({ n: [...urls, 'import.meta.url'].join() });
});

test.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
  [
    'a path of tsconfig.json',
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }',
      'answer.ts': "export { answer } from '~/made';\n",
    },
  ],
  [
    'a path of tsconfig.json that is called as a package',
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "pino": ["./lib/made.ts"] } } }',
      'answer.ts': "export { answer } from 'pino';\n",
    },
  ],
  [
    'a name of the manifest',
    {
      'package.json': '{ "type": "module", "imports": { "#made": "./lib/made.ts" } }',
      'answer.ts': "export { answer } from '#made';\n",
    },
  ],
  [
    'a folder',
    { 'answer.ts': "export { answer } from './lib';\n", 'lib/index.ts': "export * from './made.js';\n" },
  ],
  [
    'TypeScript beside its JavaScript',
    {
      'answer.ts': "export { answer } from './lib/made.js';\n",
      'lib/made.js': "export const answer = () => 'old';\n",
    },
  ],
  [
    'a module that is CommonJS',
    {
      'answer.ts': "import made from './lib/made.cjs';\nexport const { answer } = made;\n",
      'lib/made.cjs': "exports.answer = () => 'made';\n",
    },
  ],
  [
    'a module that runs for its effect, of a package that says it has none',
    {
      'package.json': '{ "type": "module", "sideEffects": false }',
      'answer.ts': "import './lib/effect.js';\nexport const answer = () => (globalThis as any).effect;\n",
      'lib/effect.ts': "(globalThis as any).effect = 'made';\n",
    },
  ],
])('an import finds %s', async (_, files) => {
  const root = await createProject({
    ...ANSWERING,
    'lib/made.ts': "export const answer = () => 'made';\n",
    ...files,
  });
  expect((await buildServer(root)).diagnostics).toEqual([]);
  expect(await call(root)).toEqual({ n: 'made' });
});

test('a linked package of the workspace is bundled, any other is not, and need not be installed', async () => {
  const root = await createProject({
    ...ANSWERING,
    'answer.ts': "import { name } from '@shop/lib';\nexport const answer = () => name ?? import('lost');\n",
    'packages/lib/package.json': '{ "name": "@shop/lib", "exports": "./index.ts" }',
    'packages/lib/index.ts': "export const name: string = 'linked';\n",
  });
  await mkdir(join(root, 'node_modules/@shop'), { recursive: true });
  await symlink(join(root, 'packages/lib'), join(root, 'node_modules/@shop/lib'));
  const { code, inputs } = await buildServer(root);
  expect(inputs).toContain('packages/lib/index.ts');
  expect(code).toContain('import("lost")');
  expect(await call(root)).toEqual({ n: 'linked' });
});

/** A server that is another one in the end. */
const guess = (root: string) => ({
  path: `${root}/generated/routes.ts`,
  text: "import './lost.js';\nexport const routes = null;\n",
});

test('a bundler that has begun has what changes afterwards in its next server', async () => {
  const root = await createProject({ ...ANSWERING, 'answer.ts': "export const answer = () => 'first';\n" });
  bundler = createServerBundler({ root });
  bundler.prebundle(guess(root));
  await buildServer(root, bundler);
  expect(await call(root, 1)).toEqual({ n: 'first' });
  // The handler alone, then a module more, then the route table.
  await write(root, { 'answer.ts': "export const answer = () => 'second';\n" });
  bundler.prebundle(bundler.lastSource);
  await buildServer(root, bundler);
  expect(await call(root, 2)).toEqual({ n: 'second' });
  await write(root, {
    'answer.ts': "export { answer } from './more.js';\n",
    'more.ts': "export const answer = () => 'third';\n",
  });
  bundler.prebundle(bundler.lastSource);
  await buildServer(root, bundler);
  expect(await call(root, 3)).toEqual({ n: 'third' });
  await rename(join(root, 'procedures/thing.ts'), join(root, 'procedures/moved.ts'));
  bundler.prebundle(bundler.lastSource);
  const { inputs } = await buildServer(root, bundler);
  expect(await call(root, 4)).toEqual({ n: 'third' });
  expect(inputs).toContain('procedures/moved.ts');
  expect(inputs).not.toContain('procedures/thing.ts');
});

test('what was begun ends without a route table, and the next server is bundled', async () => {
  const root = await createProject({ ...ANSWERING, 'answer.ts': "export const answer = () => 'first';\n" });
  bundler = createServerBundler({ root });
  await bundler.cancel();
  bundler.prebundle(guess(root));
  await bundler.cancel();
  expect((await buildServer(root, bundler)).diagnostics).toEqual([]);
  bundler.prebundle(bundler.lastSource);
  await bundler.cancel();
  await buildServer(root, bundler);
  expect(await call(root)).toEqual({ n: 'first' });
});

test('an import that leads nowhere is an error at its place, and leaves no folder behind', async () => {
  const root = await createProject({
    ...ANSWERING,
    'answer.ts': "import { made } from './lost.js';\nexport const answer = () => made;\n",
  });
  expect((await buildServer(root)).diagnostics).toEqual([
    {
      code: 'failing-import',
      severity: 'error',
      message: 'Cannot find "./lost.js".',
      file: 'answer.ts',
      line: 1,
      column: 22,
      length: 11,
      help: 'Fix the path, or create the file.',
    },
  ]);
});

test('a tsconfig.json that does not parse is an error at its place, where only the bundle reads it', async () => {
  const root = await createProject({ ...ANSWERING, 'tsconfig.json': '{ "compilerOptions": tru }' });
  const { diagnostics } = await buildServer(root);
  expect(diagnostics).toMatchObject([
    { code: 'failing-import', file: 'tsconfig.json', line: 1, help: 'Fix the syntax there.' },
  ]);
});
