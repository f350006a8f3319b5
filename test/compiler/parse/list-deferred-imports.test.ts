import { expect, test } from 'vitest';
import { listDeferredImports } from '../../../src/compiler/parse/list-imports.js';
import { parseModule } from '../../../src/compiler/parse/parse-module.js';

const HEAD = `import * as z from 'zod';
import { actionResponse, createProcedure, ok, procedure } from 'procgen';
`;

function read(text: string): readonly string[] | null {
  return listDeferredImports(parseModule('/procedures/items.ts', HEAD + text));
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

test('What its constants, classes and enumerations are made of does not matter.', () => {
  const text = `import { authed } from './_authed.js';
import { listItems, Item } from '../items.js';
const own = authed.meta({ openapi: { enabled: true } });
let count = Number(process.env.COUNT);
class Page { static readonly size = 20; }
enum Kind { A, B }
const { id } = Item.shape;
export const list = own.meta({}).input(z.object({ id })).output(z.string()).query(listItems);`;
  expect(read(text)).toEqual(['./_authed.js', '../items.js']);
});

test.each([
  ['a statement', `z.config(z.locales.de());`],
  ['a condition', `if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL');`],
  ['what other modules export', `export * from './_impl.js';`],
  ['names that other modules export', `export { list } from './_impl.js';`],
  ['an import with attributes', `import rows from 'rows/all.json' with { type: 'json' };`],
  ['an await', `const rows = await fetch('https://example.com');`],
])('A file with %s runs when the server starts.', (_what, text) => {
  expect(read(text)).toBeNull();
});
