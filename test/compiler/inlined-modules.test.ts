import { describe, expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';
import { createProject } from './support/create-project.js';
import { importManyWays } from './support/import-many-ways.js';

const IMPORTS = "import { procedure } from 'procgen';\nimport * as z from 'zod';\n";

/** A procedure that says of itself what `note` is. */
function query(note: string, handler = '() => null'): string {
  return `procedure.meta({ note: ${note} } as never).output(z.string()).query(${handler} as never)`;
}

function file(before: string, note = '1', handler?: string): string {
  return `${IMPORTS}${before}\nexport const list = ${query(note, handler)};\n`;
}

const SHARED = { 'shared.ts': 'export const shared = { of: 1 };\nexport const other = { of: 2 };\n' };
const THROWING = { 'bad.ts': "export const bad = ((): number => { throw new Error('no luck'); })();\n" };
const FROM_SHARED = "import { shared } from '../shared.js';";

/** What procedure files may be so that each is inlined. */
const INLINED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'have constants of their own': { 'procedures/a.ts': file('const a = { b: 1 };\nconst c = { a };', 'c') },
  'have functions': { 'procedures/a.ts': file('function make(a: number) { return { a }; }', 'make(2)') },
  'have types': {
    'procedures/a.ts': file(
      'export interface A { a: B }\ntype B = typeof list;\nconst a = 1 as unknown as A;',
      'a',
    ),
  },
  'write no semicolons': { 'procedures/a.ts': file('const a = 1\nconst b = [a]\n', 'b') },
  'export lists': {
    'procedures/a.ts': `${IMPORTS}const one = ${query('1')};\nconst two = ${query('2')};\nexport { one, two as second };\nexport type { A };\ntype A = 1;\n`,
  },
  'share a module of the project': {
    ...SHARED,
    'procedures/a.ts': file(FROM_SHARED, '{ shared }'),
    'procedures/b/c.ts': file("import { other, shared as mine } from '../../shared.js';", '[mine, other]'),
  },
  'import a module in a handler only': {
    'bad.ts': "throw new Error('was run');\nexport const bad = 1;\n",
    'procedures/a.ts': file(
      "import { bad } from '../bad.js';\nimport { lost } from './lost.js';",
      '1',
      '() => [bad, lost]',
    ),
  },
  'have handlers that no function could be made of': {
    'procedures/a.ts': file(
      'const a = 1;',
      'a',
      'async () => [await import("./lost.js"), import.meta.url, require("x")]',
    ),
  },
  'import a type only': {
    'procedures/a.ts': file(
      "import { type A } from './lost.js';\nimport type { B } from './lost.js';\nconst a: A & B = 1;",
      'a',
    ),
  },
  'import zod in other ways': {
    'procedures/a.ts':
      "import { z } from 'zod';\nimport * as procgen from 'procgen';\nexport const list = procgen.procedure.output(z.string()).query(() => '');\n",
    'procedures/b.ts':
      "import z, { string as text } from 'zod';\nimport { procedure as make } from 'procgen';\nexport const list = make.input(z.object({})).output(text()).query(() => '');\n",
  },
  'have middleware before the handler': {
    'procedures/a.ts': `${IMPORTS}import { bad } from './lost.js';\nexport const list = procedure.use(bad).output(z.string()).use(({ next }) => next(bad)).query(() => bad);\n`,
  },
  'are many': Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`procedures/p${index}.ts`, file(`const a = ${index};`, 'a')]),
  ),
};

describe('a procedure file is inlined, and what it exports is as ever, where files', () => {
  test.each(Object.entries(INLINED))('%s', async (_, files) => {
    const { outcomes, late, apart, inlined, inlinedAtLast } = await importManyWays(files);
    expect(inlined).toEqual(Object.keys(files).filter((path) => path.startsWith('procedures/')));
    expect(inlinedAtLast).toEqual(inlined);
    expect([outcomes, late]).toEqual([apart, apart]);
    expect(outcomes).not.toContain('reason');
  });
});

/** What makes `procedures/a.ts` a module. */
const MODULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'exports more than procedures': { 'procedures/a.ts': file('export const schema = 1;') },
  'exports all of another': {
    'other.ts': 'export const o = 1;\n',
    'procedures/a.ts': file("export * from '../other.js';"),
  },
  'exports constants that stand for each other': {
    'procedures/a.ts': file('const a = b;\nconst b = a;\nexport { a };'),
  },
  'says something when it runs': { 'procedures/a.ts': file('const a = console.debug;', 'typeof a') },
  'exports a default': { 'procedures/a.ts': file(`export default ${query('1')};`) },
  awaits: { 'procedures/a.ts': file('const a = await 1;', 'a') },
  'has statements of other kinds': { 'procedures/a.ts': file('const a = { b: 1 };\na.b = 2;', 'a') },
  'has variables': { 'procedures/a.ts': file('let a = 1;', 'a') },
  'has a class': { 'procedures/a.ts': file('class A { static a = 1; }', 'A.a') },
  'has a class in an expression': { 'procedures/a.ts': file('const A = class { static a = 1; };', 'A.a') },
  'has an enum': { 'procedures/a.ts': file('enum A { B }', 'A.B') },
  'takes a pattern apart': { 'procedures/a.ts': file('const { a } = { a: 1 };', 'a') },
  'has a name that is another further inside': {
    ...SHARED,
    'procedures/a.ts': file(`${FROM_SHARED}\nconst f = (shared: number) => shared;`, 'f(3)'),
  },
  'has a function of its handlers': {
    ...THROWING,
    'procedures/a.ts': file("import { bad } from '../bad.js';\nfunction help() { return bad; }", '1', 'help'),
  },
  'takes all of a module of the project': {
    ...SHARED,
    'procedures/a.ts': file("import * as all from '../shared.js';", 'all.shared'),
  },
  'imports a module to run it': { ...SHARED, 'procedures/a.ts': file("import '../shared.js';") },
  'imports another package': {
    'node_modules/pack/package.json': '{ "name": "pack", "type": "module", "main": "index.js" }',
    'node_modules/pack/index.js': 'export const pack = { a: 1 };\n',
    'procedures/a.ts': file("import { pack } from 'pack';", 'pack'),
  },
  'has a constant for a name that nobody declares': { 'procedures/a.ts': file('const a = nobody;') },
  'imports what is not there': { 'procedures/a.ts': file("import { lost } from './lost.js';", 'lost') },
  'has JSX': { 'procedures/a.tsx': file('const a = 1;', 'a') },
  'knows where it stands': { 'procedures/a.ts': file('const a = import.meta.url;', 'a') },
  'imports when it runs': {
    ...SHARED,
    'procedures/a.ts': file("const a = () => import('../shared.js');", 'a'),
  },
  'imports when it runs, with a comment': {
    ...SHARED,
    'procedures/a.ts': file("const a = () => import/* it */('../shared.js');", 'a'),
  },
  'declares two constants at once, one that is not needed': {
    'procedures/a.ts': file(
      'const made = Object.assign(globalThis, { procgenRan: 1 }), a = 2;',
      "[a, 'procgenRan' in globalThis]",
    ),
  },
  'catches that a constant is used too early': {
    'procedures/a.ts': file(
      'const a = (() => { try { return [late]; } catch { return 1; } })();\nconst late = 2;',
      'a',
    ),
  },
  'makes a function of a text, which may import': {
    'procedures/a.ts': file("const a = new Function('return 1');", 'typeof a'),
  },
  'asks for arguments where there are none': { 'procedures/a.ts': file('const a = typeof arguments;', 'a') },
};

test.each(Object.entries(MODULES))('A procedure file that %s is a module.', async (_, files) => {
  const { outcomes, late, apart, inlined } = await importManyWays({ 'procedures/b.ts': file(''), ...files });
  expect(inlined).toEqual(['procedures/b.ts']);
  expect([outcomes, late]).toEqual([apart, apart]);
});

/** Where inlining would hide who fails, and why. */
const FAILING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'it has what is a comment in a script only': {
    'procedures/a.ts': file('const a = { b: 1 };\nconst c = 1 <!--a.b\n;', 'c'),
  },
  'a file that is inlined throws': {
    'procedures/a.ts': file('const a = ((): number => { throw new Error("no"); })();', 'a'),
  },
  'a module that it imports throws': {
    ...THROWING,
    'procedures/a.ts': file("import { bad } from '../bad.js';", 'bad'),
  },
  'a module that it imports lacks what is imported': {
    ...SHARED,
    'procedures/a.ts': file("import { lost } from '../shared.js';", 'lost'),
  },
  'a module that it imports does not parse': {
    'bad.ts': 'export const bad = ;\n',
    'procedures/a.ts': file("import { bad } from '../bad.js';", 'bad'),
  },
  'a module that it imports needs a package that fails': {
    'node_modules/pack/package.json': '{ "name": "pack", "type": "module", "main": "index.js" }',
    'node_modules/pack/index.js': "throw new Error('libpq is missing');\n",
    'uses.ts': "import * as pack from 'pack';\nexport const uses = [pack];\n",
    'procedures/a.ts': file("import { uses } from '../uses.js';", 'uses'),
  },
  'it is refused by the bundler': { 'procedures/a.ts': file('const a = 1;\nconst a = 2;', 'a') },
  'it is refused for what no procedure needs': {
    'procedures/a.ts': file('const a = 1;\nfunction a() {}'),
    'procedures/c.ts': file('function a(b: number, b: string) {}'),
    'procedures/d.ts': file('function a() { break; }'),
    'procedures/e.ts': file('function a(b: never) { delete b; }'),
    'procedures/f.ts': file('function a(b: never) { return b.#c; }'),
  },
  'it exports one name twice': { 'procedures/a.ts': file('export { list };') },
  'it sets a constant': {
    'procedures/a.ts': file('const a = 1;\nfunction set() { a = 2; }'),
    'procedures/c.ts': file('const a = 1;\nfunction set() { a = 2; }', 'set'),
  },
  'it sets a member of what it imports': {
    'procedures/a.ts': file('function set() { z.own = 1; }'),
    'procedures/c.ts': file('function count() { z.own++; }'),
  },
  'it sets what it imports': { 'procedures/a.ts': file('function set() { z = 1; }', 'set') },
};

test.each(Object.entries(FAILING))('The faults are as ever where %s.', async (_, files) => {
  const { outcomes, late, apart, inlinedAtLast } = await importManyWays({
    'procedures/b.ts': file(''),
    ...files,
  });
  expect(inlinedAtLast).toEqual([]);
  expect([outcomes, late]).toEqual([apart, apart]);
  expect(outcomes).toContain('"reason"');
});

test('A procedure that others use is made once, in a module.', async () => {
  const { outcomes, late, apart, inlinedAtLast } = await importManyWays({
    'by.ts': "import { list } from './procedures/a.js';\nexport const first = list;\n",
    'procedures/a.ts': file('const a = { b: 1 };', 'a'),
    'procedures/b.ts': file("import { list as mine } from './a.js';\nexport const more = 1;", '[mine]'),
    'procedures/c.ts': file("import { first } from '../by.js';", 'first'),
    'procedures/d.ts': file("import { lost } from './a.js';\nexport const more = 1;", '1', '() => lost'),
  });
  expect(inlinedAtLast).toEqual(['procedures/c.ts']);
  expect([outcomes, late]).toEqual([apart, apart]);
  expect(outcomes).toContain('the object');
});

test('A name that nobody declares stands for nothing of what is printed around a file.', async () => {
  const { late, apart } = await importManyWays({ 'procedures/a.ts': file('', 'typeof files') });
  expect(late).toBe(apart);
});

test('Modules that stand in a circle are run in the order of the files that lead to them.', async () => {
  const { outcomes, late, apart, inlinedAtLast } = await importManyWays({
    'x.ts': "import { y } from './y.js';\nexport const x = { y };\n",
    'y.ts': "import { x } from './x.js';\nexport const y = { x };\n",
    'by.ts': "import { x } from './x.js';\nexport const by = { x };\n",
    'procedures/a.ts': file("import { y } from '../y.js';\nexport const more = 1;", 'y'),
    'procedures/b.ts': file("import { by } from '../by.js';", 'by'),
    'procedures/c.ts': file(''),
  });
  expect([outcomes, late]).toEqual([apart, apart]);
  expect(inlinedAtLast).toEqual(['procedures/c.ts']);
});

test.each([
  ['a module of the project', { 'procedures/a.ts': file("import { other } from '../other.js';", 'other') }],
  [
    'another procedure file',
    { 'procedures/a.ts': file(''), 'procedures/c.ts': file("import { other } from '../other.js';", 'other') },
  ],
])('Files are as ever that would be inlined if %s did not stand in a circle with them.', async (_, files) => {
  const { outcomes, apart } = await importManyWays({
    'other.ts': "import { list } from './procedures/a.js';\nexport const other = { list };\n",
    ...files,
  });
  expect(outcomes).toBe(apart);
});

test('Files that need nothing of the project are run while others are read, and before what is needed.', async () => {
  const { outcomes, apart, early, inlinedAtLast } = await importManyWays({
    ...SHARED,
    'procedures/a.ts': file('const a = { b: 1 };', 'a'),
    'procedures/b.ts': file(FROM_SHARED, 'shared'),
    'procedures/c.ts': file('export const more = 1;'),
    'procedures/d.ts': file(''),
  });
  expect(early).toEqual(['procedures/a.ts', 'procedures/d.ts']);
  expect(inlinedAtLast).toEqual(['procedures/a.ts', 'procedures/b.ts', 'procedures/d.ts']);
  expect(outcomes).toBe(apart);
});

test('A file that others see run is run once, also where another one fails.', async () => {
  const count =
    'const a = ((globalThis as any).process.procgenRuns = ((globalThis as any).process.procgenRuns ?? 0) + 1);';
  const root = await createProject({
    'procedures/a.ts': file(count, 'a'),
    'procedures/b.ts': file("const b = ((): number => { throw new Error('no'); })();", 'b'),
  });
  const { diagnostics } = await compile(createNodeHost(), { root });
  expect(diagnostics.map(({ code, file: place }) => [code, place])).toContainEqual([
    'failing-import',
    'procedures/b.ts',
  ]);
  expect(Reflect.get(process, 'procgenRuns')).toBe(1);
  Reflect.deleteProperty(process, 'procgenRuns');
});
