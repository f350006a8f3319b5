import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { RouteTable } from '../../../src/runtime/route-table.js';
import { createProject } from '../support/create-project.js';
import { buildServer } from '../support/server-project.js';

const HEAD = `import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';
`;

/** A file whose procedures may wait, unless `more` says otherwise. */
const fileOf = (name: string, more = '', payload = 'z.string()') => `${HEAD}${more}
export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${name}', tags: ['items'], summary: 'List', protect: false } })
  .output(actionResponse(${payload}))
  .query(async () => ok('${name}'));
`;

/** A module that tells when it runs. */
const tell = (name: string, more = '') =>
  `${more}(globalThis as any).ran.push('${name}');\nexport const from = () => '${name}';\n`;

interface Served {
  readonly routes: RouteTable;
  /** What had run before anything was asked of a procedure. */
  readonly ran: readonly string[];
  isWaiting(name: string): boolean;
}

async function serve(files: Readonly<Record<string, string>>): Promise<Served> {
  const root = await createProject(files);
  const { diagnostics } = await buildServer(root);
  expect(diagnostics).toEqual([]);
  const ran: string[] = [];
  Object.assign(globalThis, { ran });
  const { routes } = await import(pathToFileURL(join(root, '.procgen/server/index.mjs')).href);
  const find = (name: string) =>
    routes.routes.find((route: { name: string }) => route.name === `${name}.list`);
  return {
    routes,
    ran: [...ran],
    isWaiting: (name) => Object.getOwnPropertyDescriptor(find(name), 'procedure')?.get !== undefined,
  };
}

const call = ({ routes }: Served, name: string) =>
  routes.routes.find((route) => route.name === `${name}.list`)?.procedure.call({ input: undefined } as never);

test('What procedure files import runs at the start in its order, whether or not they wait themselves.', async () => {
  const served = await serve({
    'procedures/a.ts': fileOf(
      'a',
      `import { from } from '../src/db.js';\nexport const where = () => from();`,
    ),
    'procedures/b.ts': fileOf('b', `(globalThis as any).ran.push('b');`),
    'procedures/c.ts': fileOf(
      'c',
      `import '../src/metrics.js';\nimport { Row } from '../src/rows.js';\ntype Rows = Row[];`,
    ),
    'src/db.ts': tell('db', `import './pool.js';\n`),
    'src/pool.ts': tell('pool'),
    'src/metrics.ts': tell('metrics'),
    'src/rows.ts': `${tell('rows')}export interface Row { id: string }\n`,
  });
  expect(served.ran).toEqual(['pool', 'db', 'b', 'metrics']);
  expect(['a', 'b', 'c'].map(served.isWaiting)).toEqual([true, false, true]);
  expect(await call(served, 'a')).toEqual({ success: true, payload: 'a' });
  expect(await call(served, 'c')).toEqual({ success: true, payload: 'c' });
});

test('A procedure that waits is made once, and its file is the one that other modules import.', async () => {
  const served = await serve({
    'procedures/items.ts': fileOf('items', 'export const Item = z.string().meta({ id: "Item" });', 'Item'),
    'procedures/parts.ts': fileOf('parts', `import { Item } from './items.js';`, 'Item'),
  });
  const [first, again] = [0, 1].map(() => served.routes.routes.map(({ procedure }) => procedure));
  expect(again).toEqual(first);
  expect(again?.every((procedure, index) => procedure === first?.[index])).toBe(true);
  expect(await call(served, 'items')).toEqual({ success: true, payload: 'items' });
  expect(await call(served, 'parts')).toEqual({ success: true, payload: 'parts' });
});

test('A file in a circle of imports runs at the start, as it always did; others wait.', async () => {
  const served = await serve({
    'procedures/a.ts': fileOf(
      'a',
      `import { Thing } from '../src/thing.js';\nexport const A = z.array(Thing);`,
      'A.element',
    ),
    'procedures/b.ts': fileOf('b'),
    'src/thing.ts': `${HEAD}import { A } from '../procedures/a.js';\nexport const Thing = z.string();\nexport const all = () => A;\n`,
  });
  expect(['a', 'b'].map(served.isWaiting)).toEqual([false, true]);
  expect(await call(served, 'a')).toEqual({ success: true, payload: 'a' });
});

test('Where a module awaits while it runs, nothing waits.', async () => {
  const served = await serve({
    'procedures/a.ts': fileOf(
      'a',
      `import { from } from '../src/db.js';\nexport const where = () => from();`,
    ),
    'src/db.ts': `await new Promise((resolve) => setTimeout(resolve, 1));\n${tell('db')}`,
  });
  expect(served.ran).toEqual(['db']);
  expect(served.isWaiting('a')).toBe(false);
  expect(await call(served, 'a')).toEqual({ success: true, payload: 'a' });
});

test('Where a module looks at all schemas that have an id, nothing waits.', async () => {
  const docs = `import * as z from 'zod';\nexport const ids = Object.keys(z.toJSONSchema(z.globalRegistry).schemas);\n`;
  const item = (name: string) =>
    `export const Item = z.object({ id: z.string() }).meta({ id: '${name}OfDeferral' });`;
  const served = await serve({
    'procedures/a.ts': fileOf('a', item('A')),
    'procedures/b.ts': fileOf(
      'b',
      `import { ids } from '../src/docs.js';\n(globalThis as any).ran.push(...ids);`,
    ),
    'src/docs.ts': docs,
  });
  expect(served.ran).toContain('AOfDeferral');
  expect(served.isWaiting('a')).toBe(false);
});

test("Under a route table of the project's own making, nothing waits.", async () => {
  const template = await readFile(new URL('../../../templates/routes.hbs', import.meta.url), 'utf8');
  const served = await serve({
    'procedures/a.ts': fileOf('a'),
    'procgen-templates/routes.hbs': `${template}\n// Ours.\n`,
  });
  expect(served.isWaiting('a')).toBe(false);
  expect(await call(served, 'a')).toEqual({ success: true, payload: 'a' });
});

test('Where a procedure is called `require`, nothing waits.', async () => {
  const served = await serve({
    'procedures/a.ts': fileOf('a'),
    'procedures/index.ts': fileOf('b').replace('const list', 'const require'),
  });
  expect(served.isWaiting('a')).toBe(false);
  expect(await call(served, 'a')).toEqual({ success: true, payload: 'a' });
});

/** A package that tells when it runs. */
const packageOf = (name: string) => ({
  [`node_modules/${name}/package.json`]: `{ "name": "${name}", "type": "module", "exports": { ".": "./index.js", "./*": "./*" } }`,
  [`node_modules/${name}/index.js`]: `globalThis.ran.push('${name}');\nexport const from = () => '${name}';\n`,
  [`node_modules/${name}/rows.json`]: `["${name}"]`,
});

test('Packages run in the order of the files that import them, whether or not those wait.', async () => {
  const importOf = (name: string) => `import { from } from '${name}';\nexport const where = () => from();\n`;
  const served = await serve({
    ...packageOf('first'),
    ...packageOf('second'),
    ...packageOf('third'),
    'procedures/a.ts': fileOf('a', `${importOf('first')}(globalThis as any).ran.push('a');`),
    'procedures/b.ts': fileOf('y', importOf('second')),
    'procedures/c.ts': fileOf('x', importOf('third')),
  });
  expect(served.ran).toEqual(['first', 'second', 'third', 'a']);
  expect(['a', 'b', 'c'].map(served.isWaiting)).toEqual([false, true, true]);
});

test('Data of a package is imported with its attributes.', async () => {
  const served = await serve({
    ...packageOf('first'),
    'procedures/a.ts': fileOf(
      'a',
      `import rows from 'first/rows.json' with { type: 'json' };\nexport const all = () => rows;`,
    ),
    'procedures/b.ts': fileOf('b'),
  });
  expect(['a', 'b'].map(served.isWaiting)).toEqual([false, true]);
  expect(await call(served, 'a')).toEqual({ success: true, payload: 'a' });
});

test.each([
  ['tsconfig', 'tsconfig.json', '{ "compilerOptions": { "paths": { "~db": ["./src/db.ts"] } } }', '~db'],
  ['manifest', 'package.json', '{ "type": "module", "imports": { "#db": "./src/db.ts" } }', '#db'],
])(
  'A file whose imports lead somewhere by the %s of its own folder runs at the start.',
  async (_what, name, text, db) => {
    const served = await serve({
      'procgen.config.ts': `import { defineConfig } from 'procgen';
export default defineConfig({ procedures: 'service/procedures', tags: { items: 'Items' } });`,
      [`service/${name}`]: text,
      'service/src/db.ts': tell('db'),
      'service/procedures/a.ts': fileOf(
        'a',
        `import { from } from '${db}';\nexport const where = () => from();`,
      ),
      'service/procedures/b.ts': fileOf('b'),
    });
    expect(served.ran).toEqual(['db']);
    expect(['a', 'b'].map(served.isWaiting)).toEqual([false, true]);
  },
);
