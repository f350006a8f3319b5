import { beforeAll, expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.js';
import { diffDescriptions } from '../../src/diff/diff-descriptions.js';
import type { Level } from '../../src/diff/level.js';
import { parseDescription } from '../../src/diff/parse-description.js';
import { checkTypes } from '../compiler/emit/client/check-types.js';
import { buildProject } from '../schemas/support/build-project.js';

const BASE = `import { ProcedureError, procedure } from 'procgen';
import * as z from 'zod';

const Item = z
  .object({
    id: z.string(),
    status: z.enum(['new', 'sold']),
    note: z.string().optional(),
    shelf: z.string(),
    isNew: z.boolean(),
    size: z.union([z.number(), z.string()]),
    seen: z.unknown(),
    labels: z.looseObject({}),
    counts: z.record(z.string(), z.number()),
    corner: z.tuple([z.number(), z.number()]),
    seller: z.string().nullable(),
    price: z.number().meta({ deprecated: true }),
    owner: z.string().meta({ deprecated: true }).optional(),
  })
  .meta({ id: 'Item' });
const openapi = { enabled: true, method: 'GET', tags: ['schemas'], summary: 'Items', protect: false } as const;

export const find = procedure
  .meta({ openapi: { ...openapi, path: '/items/:id', errors: { 409: 'Sold twice.' } }, rateLimit: 'QUERY' })
  .input(z.object({ id: z.string(), tag: z.string().optional() }))
  .output(Item)
  .query(() => { throw new ProcedureError('CONFLICT'); });

export const list = procedure
  .meta({ openapi: { ...openapi, path: '/items' } })
  .output(z.array(Item))
  .query(() => []);

export const count = procedure
  .meta({ openapi: { ...openapi, path: '/count' } })
  .input(z.object({ day: z.string().optional().meta({ deprecated: true }) }))
  .output(z.number())
  .query(() => 1);

export const save = procedure
  .meta({ openapi: { ...openapi, method: 'POST', path: '/items' } })
  .input(z.strictObject({ id: z.string(), rank: z.number().optional().meta({ deprecated: true }) }))
  .output(z.string())
  .mutation(() => '');

export const move = procedure
  .meta({ openapi: { ...openapi, method: 'PUT', path: '/items' } })
  .input(z.object({ id: z.string(), rank: z.number().optional().meta({ deprecated: true }), to: z.looseObject({ shelf: z.string() }) }))
  .output(z.string())
  .mutation(() => '');
`;

/** Calls all procedures, and reads what they answer, as people do. */
const CALLER = `import { createClient, type Item } from './client.js';

const api = createClient({ baseUrl: 'http://localhost' });

export async function find(signal: AbortSignal): Promise<string> {
  const all = await api.items.list({ signal }).orThrow();
  const result = await api.items.find({ id: all[0]?.id ?? '', tag: 'a' });
  if (!result.success) return result.kind === 'failure' && result.status === 409 ? 'twice' : result.message;
  const item: Item = result.payload;
  if (item.shelf === 'A1' || item.isNew === false || item.seller === null) return item.labels['color'] as string;
  if (typeof item.size === 'number') return item.size.toFixed(item.price + item.corner[1]);
  if (typeof item.seen === 'number') return item.seen.toFixed(item.counts['north']);
  return item.status === 'sold' ? item.status : item.note ?? item.owner ?? '';
}

export async function change(signal: AbortSignal): Promise<void> {
  await api.items.count({}, { signal });
  await api.items.save({ id: '1', rank: 1 });
  await api.items.move({ id: '1', rank: 1, to: { shelf: 'A2', floor: 1 } });
}
`;

interface Row {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly level: Level;
  readonly code: Change['code'];
  readonly compiles: boolean;
}

// biome-ignore format: a row is a line
const ROWS: readonly Row[] = [
  { title: 'a path parameter is renamed', from: "/items/:id', errors: { 409: 'Sold twice.' } }, rateLimit: 'QUERY' })\n  .input(z.object({ id:", to: "/items/:key', errors: { 409: 'Sold twice.' } }, rateLimit: 'QUERY' })\n  .input(z.object({ key:", level: 'breaking', code: 'path-parameter-renamed', compiles: false },
  { title: 'a query parameter goes', from: ', tag: z.string().optional() }', to: ' }', level: 'breaking', code: 'parameter-removed', compiles: false },
  { title: 'an optional field of the answer goes', from: '    note: z.string().optional(),\n', to: '', level: 'breaking', code: 'response-property-removed', compiles: false },
  { title: 'a named type is renamed', from: "id: 'Item'", to: "id: 'Thing'", level: 'breaking', code: 'schema-removed', compiles: false },
  { title: 'an operation is renamed', from: 'const find', to: 'const get', level: 'breaking', code: 'operation-id-changed', compiles: false },
  { title: 'a value of the answer goes', from: ", 'sold']", to: ']', level: 'breaking', code: 'response-enum-value-removed', compiles: false },
  { title: 'a value of the answer comes', from: ", 'sold']", to: ", 'sold', 'lost']", level: 'risky', code: 'response-enum-value-added', compiles: true },
  { title: 'a text of the answer becomes an enum', from: 'shelf: z.string()', to: "shelf: z.enum(['A2', 'A3'])", level: 'breaking', code: 'response-became-enum', compiles: false },
  { title: 'a boolean of the answer can have one value only', from: 'isNew: z.boolean()', to: 'isNew: z.literal(true)', level: 'breaking', code: 'response-became-enum', compiles: false },
  { title: 'a member of a union of the answer goes', from: 'z.union([z.number(), z.string()])', to: 'z.string()', level: 'breaking', code: 'response-union-member-removed', compiles: false },
  { title: 'a value of any type of the answer gets a type', from: 'seen: z.unknown()', to: 'seen: z.string()', level: 'breaking', code: 'response-type-specified', compiles: false },
  { title: 'an object of the answer has declared fields only', from: 'labels: z.looseObject({})', to: 'labels: z.object({})', level: 'breaking', code: 'response-additional-properties-removed', compiles: false },
  { title: 'a record of the answer becomes an object', from: 'z.record(z.string(), z.number())', to: 'z.strictObject({ south: z.number() })', level: 'breaking', code: 'response-additional-properties-removed', compiles: false },
  { title: 'an object of the request has declared fields only', from: 'to: z.looseObject(', to: 'to: z.object(', level: 'breaking', code: 'request-additional-properties-removed', compiles: false },
  { title: 'a deprecated field goes that was always answered', from: '    price: z.number().meta({ deprecated: true }),\n', to: '', level: 'breaking', code: 'response-required-deprecated-property-removed', compiles: false },
  { title: 'a deprecated field of the answer goes', from: '    owner: z.string().meta({ deprecated: true }).optional(),\n', to: '', level: 'risky', code: 'response-deprecated-property-removed', compiles: false },
  { title: 'a deprecated field leaves a strict request', from: "z.strictObject({ id: z.string(), rank: z.number().optional().meta({ deprecated: true }) })", to: 'z.strictObject({ id: z.string() })', level: 'breaking', code: 'request-deprecated-property-removed-from-closed', compiles: false },
  { title: 'a deprecated field leaves a request', from: 'rank: z.number().optional().meta({ deprecated: true }), to:', to: 'to:', level: 'risky', code: 'request-deprecated-property-removed', compiles: false },
  { title: 'the only input, which was deprecated, goes', from: '\n  .input(z.object({ day: z.string().optional().meta({ deprecated: true }) }))', to: '', level: 'breaking', code: 'input-removed', compiles: false },
  { title: 'a field of the answer is no longer null', from: 'z.string().nullable()', to: 'z.string()', level: 'safe', code: 'response-became-not-nullable', compiles: true },
  { title: 'a field of the answer is always there', from: 'note: z.string().optional()', to: 'note: z.string()', level: 'safe', code: 'response-property-became-required', compiles: true },
  { title: 'a text of the answer is bound', from: 'shelf: z.string()', to: 'shelf: z.string().max(9)', level: 'safe', code: 'response-bound-tightened', compiles: true },
  { title: 'an object of the answer has fields of any name', from: "price: z.number().meta({ deprecated: true }),", to: "price: z.number().meta({ deprecated: true }),\n  }).loose().extend({", level: 'safe', code: 'response-additional-properties-added', compiles: true },
  { title: 'a declared failure goes', from: ", errors: { 409: 'Sold twice.' }", to: '', level: 'safe', code: 'failure-status-removed', compiles: true },
  { title: 'a first input comes', from: "path: '/items' } })", to: "path: '/items' } })\n  .input(z.object({ limit: z.number().optional() }))", level: 'breaking', code: 'input-added', compiles: false },
  { title: 'a limit goes', from: "rateLimit: 'QUERY'", to: 'rateLimit: false', level: 'safe', code: 'rate-limit-removed', compiles: true },
  { title: 'an optional parameter comes', from: 'tag: z.string().optional()', to: 'tag: z.string().optional(), more: z.boolean().optional()', level: 'safe', code: 'parameter-added', compiles: true },
  { title: 'a field of the answer comes', from: 'note: z.string().optional()', to: 'note: z.string().optional(), weight: z.number()', level: 'safe', code: 'response-required-property-added', compiles: true },
  { title: 'an operation comes', from: 'export const list', to: "export const all = procedure\n  .meta({ openapi: { ...openapi, path: '/all' } })\n  .output(z.string())\n  .query(() => '');\n\nexport const list", level: 'safe', code: 'operation-added', compiles: true },
];

async function generate(text: string): Promise<{ client: string; description: string }> {
  const { compilation, remove } = await buildProject({ items: text });
  await remove();
  const read = (name: string) => compilation.files.find(({ path }) => path.endsWith(name))?.text ?? '';
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { client: read('client.ts'), description: read('openapi.json') };
}

let base: Awaited<ReturnType<typeof generate>>;
let heads: readonly Awaited<ReturnType<typeof generate>>[];
let errors = '';

beforeAll(async () => {
  base = await generate(BASE);
  heads = await Promise.all(ROWS.map(({ from, to }) => generate(BASE.replace(from, to))));
  const files = [base, ...heads].flatMap(({ client }, index) => [
    [`${index}/client.ts`, client],
    [`${index}/caller.ts`, CALLER],
  ]);
  errors = await checkTypes(Object.fromEntries(files), '7', 'dom');
});

const compiles = (index: number) => !errors.includes(`/${index}/caller.ts(`);

test('Code that calls the generated client compiles before anything changes.', () => {
  expect(errors).not.toContain('client.ts(');
  expect(compiles(0)).toBe(true);
});

test.each(ROWS.map((row, index) => [row.title, row.level, row, index] as const))(
  'When %s it is %s, as code that calls the generated client shows.',
  (_, level, row, index) => {
    const head = heads[index]?.description ?? '';
    const changes = diffDescriptions(parseDescription(base.description), parseDescription(head), {
      now: new Date('2026-06-01'),
    });
    expect(changes.map(({ code }) => code)).toContain(row.code);
    expect(changes[0]?.level).toBe(level);
    expect(compiles(index + 1)).toBe(row.compiles);
  },
);
