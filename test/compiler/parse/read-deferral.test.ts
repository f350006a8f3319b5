import { expect, test } from 'vitest';
import { parseModule } from '../../../src/compiler/parse/parse-module.js';
import { readDeferral } from '../../../src/compiler/parse/read-deferral.js';

const HEAD = `import * as z from 'zod';
import { actionResponse, createProcedure, ok, procedure } from 'procgen';
`;

function read(text: string): readonly string[] | null {
  return readDeferral(parseModule('/procedures/items.ts', HEAD + text))?.imports ?? null;
}

test('A file of schemas, procedures, functions and types may run when it is needed.', () => {
  const text = `
type Kind = z.infer<typeof Kind>;
interface Page { readonly size: number }
const KINDS = ['draft', 'open'] as const;
const Kind = z.enum(KINDS);
const DAY_MS = 24 * 60;
const Item = z.object({ id: z.uuid(), kind: Kind.default('open'), size: z.number().min(-1) }).meta({ id: 'Item' });
const slug = Item.shape.id.regex(/^a/).refine((text) => text !== process.env.NEVER);
const authed = createProcedure<Page>().use(async ({ next }) => next());
function find(id: string) { return new Map([[id, DAY_MS]]); }
export const list = authed
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['a', \`b\`], summary: 'x', protect: true } })
  .input(z.object({ slug, parent: z.lazy(() => Item) }))
  .output(actionResponse(z.array(Item)))
  .query(async ({ input }) => ok([...find(input.slug).keys()]));
export { Item as Thing };
export default procedure;`;
  expect(read(text)).toEqual([]);
});

test('What it imports for values is named in the order of its imports, and what is there for types is not.', () => {
  const text = `import './metrics.js';
import { pool } from '../db.js';
import type { Row } from '../rows.js';
import { type Cell, Table } from '../tables.js';
import { Item, page } from './_schemas.js';
import * as unused from './unused.js';
export const list = procedure.input(z.object({ ...page })).output(z.array(Item)).query(async (): Promise<Table<Row, Cell>> => pool.unused());`;
  expect(read(text)).toEqual(['./metrics.js', '../db.js', './_schemas.js']);
});

test('Functions of zod and procgen make schemas under any name that they are imported by.', () => {
  const text = `import { array as list, string } from 'zod';
export const Names = list(string()).min(1);
export const Tags = z.map(z.string(), z.number());`;
  expect(read(text)).toEqual([]);
});

test('A builder that modules share makes procedures that may wait.', () => {
  const text = `import { authed } from './_authed.js';
import { listItems } from '../items.js';
const own = authed.meta({ openapi: { enabled: true } });
export const list = own.meta({}).input(z.object({})).output(z.string()).query(listItems);`;
  expect(read(text)).toEqual(['./_authed.js', '../items.js']);
});

test.each([
  ['a statement', `z.config(z.locales.de());`],
  ['a condition', `if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL');`],
  ['a variable', `let count = 0;`],
  ['a class', `export class Pool { static shared = new Pool(); }`],
  ['an enumeration', `enum Kind { A = Math.random() }`],
  ['a namespace', `namespace Kinds { export const all = []; }`],
  ['what other modules export', `export * from './_impl.js';`],
  ['a pattern', `const { env } = process;`],
  ['the environment', `const url = process.env.DATABASE_URL;`],
  ['a new object', `const started = new Date();`],
  ['a global function', `const id = String(1);`],
  ['a function of its own', `const page = (item) => z.array(item); const Page = page(z.string());`],
  ['a declared function', `function page() { return z.string(); } const Page = page();`],
  ['a function of another module', `import { page } from './_page.js'; const Page = page(z.string());`],
  ['a method of another module', `import { Item } from './_item.js'; const Part = Item.pick({ id: true });`],
  ['a member of another module', `import { env } from '../env.js'; const Size = z.number().max(env.SIZE);`],
  ['a query of a database', `import { db } from '../db.js'; export const rows = db.query('select 1');`],
  [
    'a wrapped handler',
    `import { traced } from '../t.js'; export const a = procedure.query(traced(() => 1));`,
  ],
  ['a value that is parsed', `const first = z.string().transform((it) => it.trim()).parse(' a');`],
  ['a value that is decoded', `const first = z.decode(z.string(), 'a');`],
  [
    'a schema in a registry',
    `import { forms } from '../forms.js'; const A = z.string().register(forms, {});`,
  ],
  [
    'what another name of zod parses',
    `import { parse as read } from 'zod'; const first = read(z.string().transform((it) => it.trim()), ' a');`,
  ],
  ['a setting of zod by its own name', `import { config } from 'zod'; const settings = config({});`],
  ['a method that is taken off a schema', `const read = z.string().parse; const first = read('a');`],
  ['a function that is run for each option', `const labels = z.enum(['a']).options.map((it) => it);`],
  [
    'a schema that is asked whether it is optional',
    `const is = z.string().refine(() => true).default('a').isOptional();`,
  ],
  ['a spread of what nobody declares', `const A = z.object({ ...shapes });`],
  ['an import with attributes', `import rows from 'rows/all.json' with { type: 'json' };`],
  ['a function that is applied', `const A = z.string().apply((it) => it.min(Number(process.env.MIN)));`],
  ['a call of a procedure', `const a = procedure.query(() => 1); const one = a.call({});`],
  ['an await', `const rows = await fetch('https://example.com');`],
  [
    'members of what is called',
    `import { shape } from '../../../src/compiler/model/shape.js'; const A = z.object({ ...shape() });`,
  ],
  ['members of the environment', `const A = z.object({ ...process.env });`],
  ['a computed key', `import { key } from '../key.js'; const A = z.object({ [key()]: z.string() });`],
  ['a tagged template', `const A = z.string(); const text = String.raw\`a\`;`],
  ['a template of other values', `import { env } from '../env.js'; const A = z.literal(\`\${env}\`);`],
  ['its own place', `const here = import.meta.url;`],
])('A file with %s runs when the server starts.', (_what, text) => {
  expect(read(text)).toBeNull();
});
