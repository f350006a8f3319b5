import { procedure } from 'procgen';
import * as z from 'zod';

const schemas = procedure.meta({ openapi: { enabled: true, tags: ['schemas'], protect: false } });

const Size = { Small: 'small', Big: 'big' } as const;
const Level = { Low: 1, High: 2 } as const;

/** Texts in their formats, numbers in their widths, and what zod makes of them. */
const Leaves = z.object({
  email: z.email(),
  url: z.url(),
  uuid: z.uuidv4(),
  day: z.iso.date(),
  moment: z.iso.datetime({ offset: true }),
  pattern: z.string().regex(/^[a-z]+\/"\d$/),
  upper: z.string().trim().toUpperCase(),
  version: z.templateLiteral(['v', z.number(), '.', z.enum(['x', 'y'])]),
  int: z.int32(),
  float: z.float32(),
  range: z.number().gt(0).lt(10),
  flag: z.stringbool(),
  size: z.enum(Size),
  level: z.enum(Level),
  mixed: z.literal(['a', 1, true, null]),
  branded: z.string().brand<'Brand'>(),
  nothing: z.null(),
  whatever: z.unknown(),
  anything: z.any(),
  json: z.json(),
});

/** Keys that may be missing, in every way there is. */
const Keys = z.object({
  optional: z.string().optional(),
  nullable: z.string().nullable(),
  nullish: z.string().nullish(),
  exact: z.exactOptional(z.string()),
  preset: z.string().default('preset'),
  prefilled: z.string().prefault('prefilled'),
  caught: z.number().catch(0),
  required: z.nonoptional(z.string().optional()),
  fixed: z.array(z.string()).readonly(),
  coerced: z.coerce.number(),
  coercedDate: z.coerce.date(),
  preprocessed: z.preprocess((value) => value, z.number()),
  codec: z.codec(z.string(), z.number(), { decode: Number, encode: String }),
  piped: z.string().transform((text) => text.length).pipe(z.number()),
  'a key': z.string(),
  default: z.string(),
});

/** Objects, records, arrays and tuples. */
const Collections = z.object({
  loose: z.looseObject({ known: z.string() }),
  strict: z.strictObject({ known: z.string() }),
  counted: z.object({ known: z.number() }).catchall(z.number()),
  empty: z.object({}),
  record: z.record(z.string(), z.date()),
  byEnum: z.record(z.enum(['a', 'b']), z.number()),
  partial: z.partialRecord(z.enum(['a', 'b']), z.number()),
  byNumber: z.record(z.number(), z.string()),
  byPattern: z.record(z.string().regex(/^x-/), z.string()),
  tuple: z.tuple([z.string(), z.number().optional()]),
  rest: z.tuple([z.string()], z.number()),
  set: z.set(z.int()),
  nested: z.array(z.array(z.object({ at: z.date() }))),
  long: z.array(z.string()).min(1).max(3),
});

/** Unions and intersections. */
const Choices = z.object({
  texts: z.union([z.literal('a'), z.literal('b'), z.null()]),
  kinds: z.union([z.string(), z.number(), z.object({ kind: z.string() })]),
  oneOf: z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.date() })),
  single: z.union([z.string()]),
});

export const leaves = schemas
  .meta({ openapi: { method: 'POST', path: '/leaves', summary: 'Leaves' } })
  .input(Leaves)
  .output(Leaves.omit({ flag: true, version: true }).extend({ flag: z.boolean() }))
  .mutation(() => ({}) as never);

export const keys = schemas
  .meta({ openapi: { method: 'POST', path: '/keys', summary: 'Keys' } })
  .input(Keys)
  .output(Keys)
  .mutation(() => ({}) as never);

export const collections = schemas
  .meta({ openapi: { method: 'POST', path: '/collections', summary: 'Collections' } })
  .input(Collections)
  .output(Collections)
  .mutation(() => ({}) as never);

export const choices = schemas
  .meta({ openapi: { method: 'POST', path: '/choices', summary: 'Choices' } })
  .input(Choices)
  .output(Choices)
  .mutation(() => ({}) as never);

/** Everything of it that a query can carry. */
export const query = schemas
  .meta({ openapi: { method: 'GET', path: '/query/:id', summary: 'Query' } })
  .input(
    Keys.omit({ codec: true }).extend({
      id: z.coerce.number().int(),
      size: z.enum(Size).optional(),
      level: z.enum(Level).optional(),
      flag: z.stringbool().optional(),
      set: z.set(z.int()).optional(),
      loose: z.looseObject({ known: z.string() }).optional(),
      mixed: z.literal(['a', 1, true]).optional(),
    }),
  )
  .output(z.number().nullable())
  .query(() => null);
