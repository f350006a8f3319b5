import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { rm, utimes } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isUntouchedSince } from '../../src/cli/build-cache/hash-disk.js';
import { createNodeHost } from '../../src/cli/node-host.js';
import { discoverProcedureFiles } from '../../src/compiler/discover/discover-procedure-files.js';
import type { Host } from '../../src/compiler/host.js';
import { type AheadGround, askFirst } from '../../src/compiler/write/ask-ahead.js';
import { beginAhead } from '../../src/compiler/write/begin-ahead.js';
import { bundleAhead } from '../../src/compiler/write/bundle-ahead.js';
import { bundleModules } from '../../src/compiler/write/bundle-modules.js';
import { deferProcedures } from '../../src/compiler/write/defer-procedures.js';
import { finishAhead } from '../../src/compiler/write/finish-ahead.js';
import { listEdited } from '../../src/compiler/write/list-edited.js';
import type { ServerEntry } from '../../src/compiler/write/run-bundler.js';
import { createProject } from './support/create-project.js';
import { bundle, compileEntry, PROJECT, pick, write } from './support/server-project.js';

const plain = createNodeHost();
const untouched: Host = { ...plain, isUntouched: () => true };

const children: ChildProcess[] = [];
subscribe('child_process', (started) => children.push((started as { process: ChildProcess }).process));

/** In bytes, without what Node keeps until the event loop gets round to it. */
function countWritten(): number {
  const pipes = children.map(({ stdin }) => stdin as Socket);
  return pipes.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0);
}

/** So much that no pipe takes it at once. */
const LARGE = '\n'.repeat(4 * 2 ** 20);

async function groundOf(root: string, { config }: ServerEntry): Promise<AheadGround> {
  const files = await discoverProcedureFiles(plain, root, config.procedures);
  return { root, config, files };
}

/** Null where that way does not do. */
async function bundleSooner(host: Host, root: string, entry: ServerEntry) {
  const ground = await groundOf(root, entry);
  const table = Promise.resolve(deferProcedures(entry.routes.text, entry.deferrals));
  const first = await askFirst(host, ground);
  const begun = first && beginAhead(host, ground, { first, table });
  const built = begun && (await finishAhead(host, ground, { begun, entry }));
  return built && pick(built);
}

const OTHER = `import { procedure } from 'procgen';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
export const Shared = z.object({ n: z.number() });
export const other = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/other', tags: ['demo'], summary: 'Gets it', protect: false } })
  .output(Shared)
  .query(() => ({ n: isAbsolute('/') ? 1 : 2 }));
`;

test.each<readonly [what: string, doesSo: boolean, files: Readonly<Record<string, string>>]>([
  ['modules that only handlers need, one of which asks where it is', true, {}],
  ['no folder of generated files', true, { 'procedures/deep/other.ts': OTHER }],
  [
    'a file without a route',
    true,
    { 'procedures/none.ts': "import 'node:os';\nimport '../noted.js';\nexport const none = 1;\n" },
  ],
  [
    'a file without a route, and without what it imports',
    true,
    {
      'procedures/none.ts': "import { nothing } from '../lib.js';\nexport const none = () => nothing;\n",
      'lib.ts': "export { nothing } from './lost.js';\n",
      // One that waits for its first call, and nothing that the bundler has to be asked for once more.
      'procedures/other.ts': OTHER,
      'lib/place.ts': "export const here = 'here';\n",
    },
  ],
  [
    'a helper that no route leads to',
    true,
    {
      'procedures/alone.ts': "import { here } from '../here.js';\nexport const alone = here;\n",
      'here.ts': 'export const here = import.meta.url;\n',
    },
  ],
  [
    'procedure files that import each other',
    true,
    {
      'procedures/a.ts': OTHER.replaceAll('other', 'first').replace(
        "'zod';",
        "'zod';\nimport { Shared as Other } from './b.js';\nexport const read = () => Other;",
      ),
      'procedures/b.ts': OTHER.replace(
        "'zod';",
        "'zod';\nimport { first } from './a.js';\nexport const read = () => first;",
      ),
    },
  ],
  [
    'a procedure file that knows where it is',
    true,
    { 'procedures/other.ts': `${OTHER}export const here = import.meta.url;\n` },
  ],
  [
    'a deeper folder of generated files',
    true,
    {
      'procgen.config.ts':
        "import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { demo: 'Demo' }, out: 'made/here' });\n",
      'procedures/deep/other.ts': OTHER,
    },
  ],
  [
    'no folder as deep as that of generated files',
    false,
    {
      'procgen.config.ts':
        "import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { demo: 'Demo' }, out: 'made/right/here' });\n",
    },
  ],
  [
    'an awaiting module that one that may wait leads to',
    true,
    {
      'procedures/other.ts': OTHER.replace("'node:path'", "'../late.js'"),
      'late.ts': 'await null;\nexport const isAbsolute = (_: string) => true;\n',
    },
  ],
  ['an awaiting module', true, { 'noted.ts': 'export {};\nawait null;\n' }],
  ['JavaScript beside its source', false, { 'noted.js': "export {};\nconsole.log('compiled');\n" }],
  ['a module that is a script', false, { 'noted.ts': "console.log('no module');\n" }],
  ['a module that is CommonJS', false, { 'noted.ts': 'module.exports = { n: 1 };\n' }],
  [
    'an alias of tsconfig.json',
    false,
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "pino": ["./noted.ts"] } } }',
      'answer.ts': "import 'pino';\nexport const answer = (..._: unknown[]) => ({ n: 1 });\n",
    },
  ],
  [
    'settings of a folder that only handlers lead to',
    false,
    { 'lib/tsconfig.json': '{ "extends": "../tsconfig.json" }' },
  ],
])(
  'with %s, a bundle that was begun without its route table is, byte for byte, the other',
  async (_, doesSo, files) => {
    const root = await createProject({ ...PROJECT, ...files });
    const entry = await compileEntry(plain, root);
    const asked = await bundle(plain, root, entry);
    await rm(join(root, entry.config.out), { recursive: true });
    const sooner = await bundleSooner(untouched, root, entry);
    expect(sooner !== null).toBe(doesSo);
    if (sooner) expect(sooner).toEqual(asked);
    // Whether it does or not, there is one, and it is the same.
    const ahead = bundleAhead(untouched, await groundOf(root, entry));
    await ahead.begin();
    const { edited, ...modules } = await ahead.finish(entry).modules;
    expect(pick(modules)).toEqual(asked);
    // What was found of it step by step is what is found of the whole.
    const whole = { root, config: entry.config, links: modules.links, before: null };
    expect(edited).toEqual(doesSo ? await listEdited(plain, whole) : undefined);
  },
);

test('a module that was touched after the build began is bundled with the text that the build has read', async () => {
  const root = await createProject(PROJECT);
  const entry = await compileEntry(plain, root);
  const host: Host = {
    ...plain,
    readFile: (path) => {
      const text = plain.readFile(path);
      return path.endsWith('/noted.ts') ? 'export {};\nconsole.log("as read");\n' : text;
    },
    isUntouched: (path) => !path.endsWith('/noted.ts'),
  };
  const sooner = await bundleSooner(host, root, entry);
  expect(sooner?.code).toContain('as read');
  expect(sooner).toEqual(await bundle(host, root, entry));
});

test('a file counts as touched while its times cannot tell', async () => {
  const root = await createProject(PROJECT);
  const path = join(root, 'noted.ts');
  const now = Date.now();
  expect(isUntouchedSince(path, now)).toBe(false);
  // What an archive or a checkout sets back is seen by the other time.
  await utimes(path, 1, 1);
  expect(isUntouchedSince(path, now)).toBe(false);
  expect(isUntouchedSince(path, now + 60_000)).toBe(true);
  expect(isUntouchedSince(join(root, 'lost.ts'), now + 60_000)).toBe(false);
});

test('a bundler is fed no sooner than it has the table, whatever it has asked before', async () => {
  const root = await createProject(PROJECT);
  const entry = await compileEntry(plain, root);
  const ahead = bundleAhead(untouched, await groundOf(root, entry));
  await ahead.begin();
  // Longer than the pause that tells that nothing more is asked, and then the turn of the event loop that follows.
  await setTimeout(50);
  const { isFed, modules } = ahead.finish(entry);
  expect(await Promise.race([isFed.then(() => 'fed'), setImmediate('still asking')])).toBe('still asking');
  await modules;
  expect(await isFed).toBe(undefined);
});

test('a bundler is fed no sooner than the whole of a large table has been written to it', async () => {
  const root = await createProject(PROJECT);
  const { routes, ...entry } = await compileEntry(plain, root);
  const large = { ...entry, routes: { ...routes, text: routes.text + LARGE } };
  const ahead = bundleAhead(untouched, await groundOf(root, large));
  await ahead.begin();
  const before = countWritten();
  const { isFed, modules } = ahead.finish(large);
  await isFed;
  expect(countWritten() - before).toBeGreaterThan(LARGE.length);
  await modules;
});

test('a bundler that finds modules by itself is fed no sooner than it has the whole of a large table', async () => {
  const root = await createProject(PROJECT);
  const { routes, ...entry } = await compileEntry(plain, root);
  const { links } = await bundle(plain, root, { routes, ...entry });
  const large = { ...entry, routes: { ...routes, text: routes.text + LARGE }, known: { links, edited: [] } };
  const before = countWritten();
  const { isFed, modules } = bundleModules({ ...untouched, hashOf: () => '' }, root, large);
  await isFed;
  expect(countWritten() - before).toBeGreaterThan(LARGE.length);
  await modules;
});

test('a bundler is fed no sooner than it knows of every procedure file', async () => {
  const root = await createProject(PROJECT);
  const entry = await compileEntry(plain, root);
  const ground = await groundOf(root, entry);
  const many = Array.from({ length: LARGE.length / 50 }, () => ground.files).flat();
  const before = countWritten();
  const ahead = bundleAhead(untouched, { ...ground, files: many });
  await ahead.begin();
  expect(countWritten() - before).toBeGreaterThan(LARGE.length);
  await ahead.abandon();
});

test('a fault of a module is told in the words of a bundle that asks for everything', async () => {
  const root = await createProject(PROJECT);
  const entry = await compileEntry(plain, root);
  await write(root, { 'answer.ts': "import './lost.js';\nexport const answer = () => ({ n: 1 });\n" });
  const told = await bundle(plain, root, entry).catch(({ errors }) => errors);
  const ahead = bundleAhead(untouched, await groundOf(root, entry));
  expect(await ahead.finish(entry).modules.catch(({ errors }) => errors)).toEqual(told);
  expect(told).toHaveLength(1);
});

test.each(['at once', 'when it has begun'])('what was begun ends without a route table, %s', async (when) => {
  const root = await createProject(PROJECT);
  const entry = await compileEntry(plain, root);
  const ahead = bundleAhead(untouched, await groundOf(root, entry));
  if (when !== 'at once') await ahead.begin();
  expect(await ahead.abandon()).toBe(undefined);
});
