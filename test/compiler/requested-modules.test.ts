import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { importIsolated } from '../../src/compiler/load/import-isolated.js';
import { createSourceCache } from '../../src/compiler/read/source-cache.js';
import { createProject } from './support/create-project.js';

/** What comes of files whose named exports are asked for; paths relative to the project. */
async function importAll(
  files: Readonly<Record<string, string>>,
  requests: Readonly<Record<string, readonly string[]>>,
): Promise<Readonly<Record<string, unknown>>[]> {
  const root = await createProject({ 'package.json': '{ "type": "module" }', ...files });
  const host = createNodeHost();
  const sources = createSourceCache(host, root);
  const outcomes = await importIsolated(
    { host, root, sources },
    Object.entries(requests).map(([path, names]) => ({
      path: join(root, path),
      listExports: async () => names,
    })),
  );
  return outcomes.map((outcome) =>
    'reason' in outcome
      ? { ...outcome }
      : { ...outcome.values, modules: outcome.modules.map((path) => path.slice(root.length + 1)).sort() },
  );
}

const MADE = 'const made = { a: 1 };\n';

test.each([
  ['exports nothing else', `${MADE}export { made };\n`],
  ['exports more', `${MADE}export { made };\nexport const more = 2;\n`],
  ['exports what another has', `${MADE}export { made };\nexport * from './other.js';\n`],
])('a requested file that %s is run once, whoever imports it', async (_, first) => {
  const files = {
    'first.ts': first,
    'other.ts': 'export const other = 3;\n',
    'again.ts': "import { made } from './first.js';\nexport const again = made;\n",
    'deep/more.ts':
      "import { again } from '../again.js';\nexport { made } from '../first.js';\nexport const same = again;\n",
  };
  const [one, two, three] = await importAll(files, {
    'first.ts': ['made'],
    'again.ts': ['again'],
    'deep/more.ts': ['made', 'same'],
  });
  const made = one?.made;
  expect(one).toEqual({ made: { a: 1 }, modules: expect.arrayContaining(['first.ts']) });
  expect(two?.again).toBe(made);
  expect(three).toEqual({
    made,
    same: made,
    modules: expect.arrayContaining(['again.ts', 'deep/more.ts', 'first.ts']),
  });
  expect(three?.made).toBe(made);
});

test('what is not requested of a file is not run', async () => {
  const boom = "export const boom = (() => { throw new Error('was run'); })();\n";
  const [one, two] = await importAll(
    {
      'a.ts': `export const kept = 1;\n${boom}`,
      'b.ts': "export const kept = 2;\nexport * from './a.js';\n",
    },
    { 'a.ts': ['kept'], 'b.ts': ['kept'] },
  );
  expect([one, two]).toMatchObject([{ kept: 1 }, { kept: 2 }]);
});

test.each([
  ['exports nothing else', ''],
  ['exports more', 'export const more = 2;\n'],
])('a fault is found where a requested file that %s stands, and by way of which', async (_, more) => {
  const files = {
    'lib/deep.ts': `${more}import { lost } from './nowhere.js';\nexport const deep = lost;\n`,
    'a #1.ts': `${more}import { deep } from './lib/deep.js';\nexport const a = deep;\n`,
    'b.ts': `${more}\nexport const b = ((): number => { throw new Error('no luck'); })();\n`,
  };
  const outcomes = await importAll(files, { 'a #1.ts': ['a'], 'lib/deep.ts': ['deep'], 'b.ts': ['b'] });
  const line = more === '' ? 2 : 3;
  expect(outcomes).toMatchObject([
    { reason: 'Cannot find "./nowhere.js".', chain: ['a #1.ts', 'lib/deep.ts'] },
    { reason: 'Cannot find "./nowhere.js".', chain: ['lib/deep.ts'] },
    {
      reason: 'no luck',
      chain: ['b.ts'],
      lines: expect.arrayContaining([expect.objectContaining({ file: 'b.ts', line })]),
    },
  ]);
});

test('a source that the bundler refuses is named with its line', async () => {
  const files = {
    'a.ts': 'export const a = 1;\n\nlet twice;\nlet twice;\n',
    'b.ts': 'export const b = 1;\n',
  };
  const outcomes = await importAll(files, { 'a.ts': ['a'], 'b.ts': ['b'] });
  expect(outcomes).toMatchObject([
    {
      reason: 'The symbol "twice" has already been declared.',
      chain: ['a.ts'],
      lines: [{ file: 'a.ts', line: 4 }],
    },
    { b: 1 },
  ]);
});

test('data that does not parse is named with its line', async () => {
  const outcomes = await importAll(
    {
      'data.json': '{ "a": \n oops }',
      'a.ts': "import data from './data.json';\nexport const a = data;\n",
      'b.ts': "import data from './good.json';\nexport const b = data;\n",
      'good.json': '[1]',
    },
    { 'a.ts': ['a'], 'b.ts': ['b'] },
  );
  expect(outcomes).toMatchObject([
    {
      reason: 'Unexpected "oops" in JSON.',
      chain: ['a.ts', 'data.json'],
      lines: [{ file: 'data.json', line: 2 }],
    },
    { b: [1] },
  ]);
});

test.each([
  ['exports nothing else', ''],
  ['exports more', 'export const more = 2;\n'],
])('a requested file that %s and throws harms nobody who uses nothing of it', async (_, more) => {
  const files = {
    'bad.ts': `${more}export const bad = ((): number => { throw new Error('no luck'); })();\n`,
    'bare.ts': "import './bad.js';\nexport const bare = 1;\n",
    'idle.ts': "import { bad } from './bad.js';\nconst unused = [bad];\nexport const idle = 2;\n",
    'user.ts': "import { bad } from './bad.js';\nexport const user = bad;\n",
  };
  const outcomes = await importAll(files, {
    'bad.ts': ['bad'],
    'bare.ts': ['bare'],
    'idle.ts': ['idle'],
    'user.ts': ['user'],
  });
  expect(outcomes).toMatchObject([
    { reason: 'no luck', chain: ['bad.ts'] },
    { bare: 1 },
    { idle: 2 },
    { reason: 'no luck', chain: ['user.ts', 'bad.ts'] },
  ]);
});

test.each([
  ['exports nothing else', ''],
  ['exports more', 'export const more = 2;\n'],
])('a requested file that %s is named where it lacks what another imports', async (_, more) => {
  const files = {
    'good.ts': `${more}export const good = 1;\n`,
    'a.ts': "import { lost } from './good.js';\nexport const a = lost;\n",
  };
  const outcomes = await importAll(files, { 'a.ts': ['a'], 'good.ts': ['good'] });
  expect(outcomes).toMatchObject([
    { reason: 'No matching export in "good.ts" for import "lost".', chain: ['a.ts'] },
    { good: 1 },
  ]);
});
