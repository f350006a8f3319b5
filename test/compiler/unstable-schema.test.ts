import { expect, test } from 'vitest';
import { compileFolder } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

/** A procedure file with a schema `Item`, which `before` declares at its top. */
function file(before: string): string {
  return `import { procedure } from 'procgen';
import * as z from 'zod';
${before}
export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(Item)
  .query((() => null) as never);
`;
}

async function build(before: string, more: Readonly<Record<string, string>> = {}) {
  const root = await createProject({ 'procedures/items.ts': file(before), ...more });
  const { diagnostics, model } = await compileFolder(new URL(`file://${root}/`));
  return {
    found: diagnostics.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`),
    schema: model?.procedures[0]?.success.schema,
  };
}

test.each([
  ['of an enum', `enum Start { At = Date.now() }\nconst Item = z.number().max(Start.At);`, '3:19'],
  [
    'of code that goes on after it has waited',
    `const at = await (async () => { await null; return Date.now(); })();\nconst Item = z.number().max(at);`,
    '3:52',
  ],
  [
    'that a default leads to',
    `const start = Date.now();\nconst Item = z.number().default(() => start);`,
    '3:15',
  ],
  [
    'of a statement',
    `const bounds: number[] = [];\nbounds.push(Math.random());\nconst Item = z.number().max(bounds[0]!);`,
    '4:13',
  ],
  [
    'without semicolons',
    `let now = 0\nnow += 1\nDate.now() > 0 && (now = 2)\nconst Item = z.number().max(now)`,
    '5:1',
  ],
] as const)('A use %s is told with its place.', async (_, before, place) => {
  expect((await build(before)).found).toEqual([`unstable-schema procedures/items.ts:${place}`]);
});

test.each([
  ['the module declares', `const Date = { now: () => 1 };\nconst crypto = { randomUUID: () => 'x' };`],
  ['it imports', `import { Date, crypto } from '../clock.js';`],
  ['a function takes', `const read = (Date: { now(): number }, crypto: any) => Date.now();`],
])('Names that %s are its own.', async (_, declared) => {
  const clock = `export const Date = { now: () => 1 };\nexport const crypto = { randomUUID: () => 'x' };\n`;
  const used = declared.includes('read')
    ? 'read({ now: () => 1 }, null)'
    : 'Date.now() + crypto.randomUUID().length';
  const { found } = await build(`${declared}\nconst Item = z.number().max(${used});`, { 'clock.ts': clock });
  expect(found).toEqual([]);
});

test('What the calls give is what they give elsewhere.', async () => {
  const { found, schema } = await build(`
const checks = {
  class: new Date().constructor === Date && new Date instanceof Date && Date === globalThis.Date,
  subclass: new (class extends Date { override getDay() { return 9; } })(0).getDay() === 9,
  text: typeof Date() === 'string' && new Date(0).getTime() === 0 && Date.UTC(1970, 0) === 0,
  bytes: crypto.getRandomValues(new Uint8Array(3),).length === 3 && crypto.subtle !== undefined,
  id: crypto?.randomUUID().length === 36,
  times: Date.now(/* now */) > 0 && performance.now() > 0 && Math.random() < 1 && Math.max(1, 2) === 2,
};
const Item = z.literal(JSON.stringify(checks));`);
  const all = ['class', 'subclass', 'text', 'bytes', 'id', 'times'];
  expect(schema).toEqual({
    type: 'string',
    const: JSON.stringify(Object.fromEntries(all.map((name) => [name, true]))),
  });
  expect(found).toHaveLength(8);
});

test('What a package does is not told, nor a configuration that it is given.', async () => {
  const { found } = await build(
    `import { limit } from 'limits';\nconst Item = z.number().max(limit({ Date, now: Date.now, random: Math.random }));`,
    {
      'node_modules/limits/package.json': '{ "name": "limits", "type": "module", "main": "index.js" }',
      'node_modules/limits/index.js': 'export const limit = ({ now }) => now() + Date.now();\n',
    },
  );
  expect(found).toEqual([]);
});

test('A line that fails behind such a call is told with its column.', async () => {
  const start = 'const Item = z.object({ a: z.date().max(new Date()), b: z.number().max(';
  const { found } = await build(`const missing: any = {};\n${start}missing.limit.of), more: z.string() });`);
  expect(found).toEqual([`failing-import procedures/items.ts:4:${start.length + 1}`]);
});
