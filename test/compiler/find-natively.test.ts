import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import type { Host } from '../../src/compiler/host.js';
import { bundleNatively } from '../../src/compiler/write/bundle-modules.js';
import { findNatively } from '../../src/compiler/write/find-natively.js';
import { listEdited } from '../../src/compiler/write/list-edited.js';
import type { BundledModules, ServerEntry } from '../../src/compiler/write/run-bundler.js';
import { createProject } from './support/create-project.js';
import { bundle, compileEntry, PROJECT, pick, write } from './support/server-project.js';

/** What is known of the modules of a bundle. */
async function know(host: Host, root: string, { config }: ServerEntry, { links }: BundledModules) {
  return { links, edited: await listEdited(host, { root, config, links, before: null }) };
}

/** The same host, which knows that nobody has touched anything but those files, relative to the project. */
function untouched(host: Host, root: string, but: readonly string[] = []): Host {
  const touched = new Set(but.map((path) => `${root}/${path}`));
  return { ...host, hashOf: (path) => (touched.has(path) ? undefined : 'as it was') };
}

test('what the bundler finds by itself is, byte for byte, what it would have been given', async () => {
  const root = await createProject(PROJECT);
  const host = untouched(createNodeHost(), root);
  const entry = await compileEntry(host, root);
  const asked = await bundle(host, root, entry);
  expect(Object.keys(asked.links)).toContain('lib/place.ts');
  const known = await know(host, root, entry, asked);
  expect(known.edited).toEqual(['lib/place.ts', 'procgen.config.ts']);
  const native = await bundleNatively(host, root, { ...entry, known });
  expect(native && pick(native)).toEqual(asked);
  // Class fields are not as that tsconfig has them, and each module keeps its own place.
  expect(asked.code).toContain('new URL("../../lib/place.ts", import.meta.url).href');
});

test.each<readonly [what: string, isLeftAlone: boolean, files: Readonly<Record<string, string>>]>([
  ['a text that changed', true, { 'noted.ts': "export {};\nconsole.log('twice');\n" }],
  [
    'a new import',
    true,
    {
      'noted.ts': "import './more.js';\n",
      'more.ts': 'export const here = import.meta.url;\nconsole.log(here);\n',
    },
  ],
  [
    'a new import of a folder around it',
    true,
    {
      'lib/index.ts': "export { here } from '..';\nexport class Counter { n = 1; }\n",
      'index.ts': 'export const here = import.meta.url;\n',
    },
  ],
  [
    'a new import by a name of the manifest',
    true,
    {
      'package.json': '{ "name": "shop", "type": "module", "imports": { "#more": "./more.ts" } }',
      'noted.ts': "import '#more';\n",
      'more.ts': 'console.log(import.meta.url);\nexport {};\n',
    },
  ],
  ['JavaScript beside its source', true, { 'noted.js': "export {};\nconsole.log('compiled');\n" }],
  ['a module that is a script', false, { 'noted.ts': "console.log('no module');\n" }],
  ['a module that is CommonJS', false, { 'noted.ts': 'module.exports = { n: 1 };\n' }],
  ['one that is both', false, { 'noted.ts': "import './words.json';\nmodule.exports = { n: 1 };\n" }],
  [
    'an alias of tsconfig.json',
    false,
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "pino": ["./noted.ts"] } } }',
      'answer.ts': "import 'pino';\nexport const answer = (..._: unknown[]) => ({ n: 1 });\n",
    },
  ],
  ['a package without side effects', false, { 'package.json': '{ "type": "module", "sideEffects": false }' }],
  ['settings of a folder', false, { 'lib/tsconfig.json': '{ "extends": "../tsconfig.json" }' }],
])('with %s, too', async (_, isAlone, files) => {
  const root = await createProject(PROJECT);
  const plain = createNodeHost();
  const first = await compileEntry(plain, root);
  const before = await bundle(plain, root, first);
  const known = await know(plain, root, first, before);
  await write(root, files);
  const entry = await compileEntry(plain, root);
  const host = untouched(plain, root, Object.keys(files));
  const now = await know(host, root, entry, before);
  expect(now.edited !== null).toBe(isAlone);
  // After a change of settings nothing is known of what was before it.
  const isOfModules = Object.keys(files).every((path) => !/(?:package|tsconfig)\.json$/.test(path));
  const last = isOfModules ? known : now;
  expect((await findNatively(host, { root, known: last })) !== null).toBe(isAlone);
  expect(await bundle(host, root, entry, last)).toEqual(await bundle(host, root, entry));
});

test('a module of the project may be called as the bundle itself, or stand outside of it', async () => {
  const root = await createProject({
    ...PROJECT,
    'server.ts': "import { here } from '../out#side.js';\nexport const words = [here];\n",
    'answer.ts':
      "import { words } from './server.js';\nexport const answer = (..._: unknown[]) => ({ n: words.length });\n",
  });
  const outside = join(root, '../out#side.ts');
  await writeFile(outside, 'export const here = import.meta.url;\n');
  const host = createNodeHost();
  const { code, inputs } = await bundle(host, root, await compileEntry(host, root)).finally(() =>
    rm(outside),
  );
  expect(inputs).toContain('server.ts');
  expect(code).toContain('new URL("../../../out%23side.ts", import.meta.url).href');
});

test('an import that leads nowhere is told in the same words', async () => {
  const root = await createProject(PROJECT);
  const host = createNodeHost();
  const entry = await compileEntry(host, root);
  const last = await know(host, root, entry, await bundle(host, root, entry));
  await write(root, { 'answer.ts': "import './lost.js';\nexport const answer = () => ({ n: 1 });\n" });
  const [plain, native] = await Promise.all(
    [undefined, last].map((known) => bundle(host, root, entry, known).catch(({ errors }) => errors)),
  );
  expect(native).toEqual(plain);
});

test('a bundle of texts that somebody changed while it was made is not taken', async () => {
  const root = await createProject(PROJECT);
  const plain = createNodeHost();
  const entry = await compileEntry(plain, root);
  const known = await know(plain, root, entry, await bundle(plain, root, entry));
  let looks = 0;
  const host: Host = {
    ...plain,
    // Untouched before, and not any more afterwards.
    hashOf: (path) => (path.endsWith('/noted.ts') && looks++ > 0 ? undefined : 'as it was'),
  };
  expect(await bundleNatively(host, root, { ...entry, known })).toBe(null);
  expect(looks).toBe(2);
});

test('what may have been touched since is asked for, with the text that the build has read', async () => {
  const root = await createProject(PROJECT);
  const plain = createNodeHost();
  const entry = await compileEntry(plain, root);
  const known = await know(plain, root, entry, await bundle(plain, root, entry));
  const noted = "export {};\nconsole.log('other');\n";
  await write(root, { 'words.json': '{ "hello": "Hallo", "more": "import.meta" }' });
  const reading: Host = {
    ...plain,
    readFile: (path) => (path === `${root}/noted.ts` ? noted : plain.readFile(path)),
  };
  const host = untouched(reading, root, ['noted.ts', 'words.json']);
  const native = await bundleNatively(host, root, { ...entry, known });
  expect(native?.code).toContain('"other"');
  expect(native && pick(native)).toEqual(await bundle(reading, root, entry));
});
