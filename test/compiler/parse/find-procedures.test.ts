import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { findProcedures } from '../../../src/compiler/parse/find-procedures.js';
import type { ModuleSyntax } from '../../../src/compiler/parse/module-syntax.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';
import { createProject } from '../support/create-project.js';

/** The procedures that are found in `items.ts`, each as `line:column name`, and the files that were looked at for it. */
async function find(files: Readonly<Record<string, string>>) {
  const root = await createProject(files);
  const modules = new SourceModules(createNodeHost(), root);
  const { procedures, visited } = findProcedures(modules.parse(`${root}/items.ts`) as ModuleSyntax, modules);
  return {
    found: procedures.map(({ exportName, location }) => `${location.line}:${location.column} ${exportName}`),
    visited: visited.map((path) => path.slice(root.length + 1)),
  };
}

const HEAD = "import { procedure } from 'procgen';\n";

test('an export is found at its name, whatever it is made through', async () => {
  const items = `${HEAD}const made = procedure.meta({}).query(() => 1);
export const list: object = made;
export { made as first, made as "second name" };
export const { a, b: [c] } = ((base) => split(base))(procedure);
export let later;
later = procedure.query(() => 1);
export default made;
export const count = 1, run = () => procedure, server = listen(() => made);
`;
  const { found, visited } = await find({ 'items.ts': items });
  expect(found).toEqual([
    '3:14 list',
    '4:18 first',
    '4:33 second name',
    '5:16 a',
    '5:23 c',
    '6:12 later',
    '8:1 default',
  ]);
  expect(visited).toEqual([]);
});

test('what a shared module makes with a builder makes procedures, and what else it exports does not', async () => {
  const { found, visited } = await find({
    'shared.ts': `${HEAD}export const crud = (name) => procedure.meta({ name });\nexport const limit = (n) => n;\n`,
    'items.ts': `import { crud as make, limit } from './shared.js';
export const list = make('items');
export const size = limit(10);
`,
  });
  expect(found).toEqual(['2:14 list']);
  expect(visited).toEqual(['shared.ts']);
});

test('a factory is followed to its builder through other modules, barrels and namespaces', async () => {
  const { found, visited } = await find({
    'builder.ts': `${HEAD}export const appProcedure = procedure;\n`,
    'crud.ts': `import { appProcedure } from './builder.js';
import { db } from './db.js';
export const makeList = (path) => appProcedure.meta({ path }).query(() => db.rows(path));
export const limit = (n) => n;
`,
    'db.ts': 'export const db = connect();\n',
    'connect.ts': 'export const connect = () => 1;\n',
    'barrel.ts': `export * from './connect.js';
export * from './crud.js';
export { makeList as make } from './crud.js';
export * as crud from './crud.js';
`,
    'items.ts': `import { makeList } from './crud.js';
import * as crud from './crud.js';
import { connect, limit, make, makeList as makeStarred } from './barrel.js';
import * as barrel from './barrel.js';
export const direct = makeList('/1'), member = crud.makeList('/2');
export const starred = makeStarred('/3'), renamed = make('/4');
export const nested = barrel.crud.makeList('/5'), whole = split(crud);
export const none = connect(), size = limit(10), other = crud.limit(10), more = barrel.connect();
`,
  });
  expect(found).toEqual([
    '5:14 direct',
    '5:39 member',
    '6:14 starred',
    '6:43 renamed',
    '7:14 nested',
    '7:51 whole',
  ]);
  expect(visited).toEqual(['crud.ts', 'builder.ts', 'barrel.ts', 'connect.ts']);
});

test('modules that use each other lead to no procedure if none of them has a builder', async () => {
  const { found, visited } = await find({
    'a.ts': "import { b } from './b.js';\nexport const a = (n) => b(n);\n",
    'b.ts': "import { a } from './a.js';\nexport * from './items.js';\nexport const b = (n) => a(n);\n",
    'items.ts':
      "import { a } from './a.js';\nimport { lost } from './b.js';\nexport const list = a(1), other = lost(1);\n",
  });
  expect(found).toEqual([]);
  expect(visited).toEqual(['a.ts', 'b.ts', 'items.ts']);
});

test('a misspelt factory is found, so that its import is reported', async () => {
  const { found } = await find({
    'builder.ts': `${HEAD}export const base = procedure;\n`,
    'crud.ts': "import { base } from './builder.js';\nexport const makeList = () => base.query(() => 1);\n",
    'items.ts': "import { makeLst } from './crud.js';\nexport const list = makeLst();\n",
  });
  expect(found).toEqual(['2:14 list']);
});

test('an import is of the project by what it resolves to, however it is written', async () => {
  const { found, visited } = await find({
    'tsconfig.json': `{ "compilerOptions": { "paths": { "$lib/*": ["./src/*"], "src/*": ["./src/*"] } } }`,
    'src/shared.ts': `${HEAD}export const base = procedure;\nexport const crud = (name) => base.meta({ name });\n`,
    'src/more.ts': `${HEAD}export const more = procedure.query(() => 1);\n`,
    'node_modules/pg-like/package.json': '{ "name": "pg-like", "main": "index.js" }',
    'node_modules/pg-like/index.js': 'exports.sql = { query() {} };\n',
    'items.ts': `import { base } from '$lib/shared.js';
import { more } from 'src/more';
import { crud } from 'src/shared.js';
import { db } from 'not-installed';
import { readFile } from 'fs';
import { sql } from 'pg-like';
export const list = base.query(() => 1);
export const made = crud('items');
export { more, sql, db, readFile };
export const rows = sql.query('select 1'), others = db.query('select 1');
`,
  });
  expect(found).toEqual(['7:14 list', '8:14 made', '9:10 more']);
  expect(visited).toContain('src/shared.ts');
});

test('stars lead to the procedures of other modules, also where these export each other', async () => {
  const { found, visited } = await find({
    'items.ts':
      "export * from './more.js';\nexport * as all from './more.js';\nexport * as none from './none.js';\n",
    'more.ts': `${HEAD}export * from './items.js';\nexport const add = procedure.mutation(() => 1);\nexport default add;\n`,
    'none.ts': 'export const none = 1;\n',
  });
  expect(found).toEqual(['1:1 add', '2:8 all']);
  expect(visited).toEqual(['more.ts', 'items.ts', 'none.ts']);
});

test('an own export hides that of a star, and two stars export one procedure once', async () => {
  const { found } = await find({
    'crud.ts': `${HEAD}export const list = procedure.query(() => 1), add = procedure.mutation(() => 1);\nexport const count = procedure.query(() => 1);\n`,
    'barrel.ts': "export * from './crud.js';\n",
    'items.ts': `${HEAD}export * from './barrel.js';
export * from './crud.js';
export const list = procedure.query(() => 2), count = 1;
`,
  });
  expect(found).toEqual(['2:1 add', '4:14 list']);
});
