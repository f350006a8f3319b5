import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prepareParse } from '../../src/authoring/prepare-parse.js';
import { listFieldErrors } from '../../src/definition/field-errors.js';
import type { Issue } from '../../src/definition/format-issue.js';
import type { Schema } from '../../src/definition/schema.js';
import { anySchemas, conjunctiveSchemas, createCounts, hostileBodies } from './support/hostile.js';
import { membersOf } from './support/members-of.js';
import { settleMerge } from './support/settle-merge.js';

describe('A schema with a limit of errors', () => {
  it('takes and refuses what zod takes and refuses, and gives the same values', async () => {
    await fc.assert(
      fc.asyncProperty(anySchemas(), hostileBodies(3_000), async (schema, { text }) => {
        const ours = await settleMerge(async () => prepareParse(schema)(JSON.parse(text)));
        const plain = await settleMerge(async () => schema.safeParse(JSON.parse(text)));
        expectSame(ours, plain);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([false, true])('does so for long bodies too, asynchronous: %s', async (isAsync) => {
    await fc.assert(
      fc.asyncProperty(anySchemas({ isAsync }), hostileBodies(40_000), async (schema, { text }) => {
        const ours = await settleMerge(async () => prepareParse(schema)(JSON.parse(text)));
        const plain = await settleMerge(async () => schema.safeParseAsync(JSON.parse(text)));
        expectSame(ours, plain);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, Schema, unknown]>([
    [
      'a late item that no member of a union takes, of which one looks something up',
      z.array(
        z.union([
          z
            .string()
            .transform(async (text) => text)
            .pipe(z.string().regex(/^id-/)),
          z.url(),
        ]),
      ),
      [...Array(700).fill('https://a.b'), 'neither'],
    ],
    [
      'a late item where the input is prepared asynchronously',
      z.array(z.union([z.preprocess(async (value) => value, z.number()), z.string()])),
      [...Array(700).fill('x'), { $ne: null }],
    ],
    [
      'a key that no side of an intersection knows, after many that one does',
      z.strictObject({ 'x-id': z.string() }).and(z.record(z.string().startsWith('x-'), z.string())),
      { ...membersOf(3_000, 'x-'), 'x-id': 'x', evil: 'x' },
    ],
    [
      'a late item after many whose errors zod drops',
      z.array(
        z.object({
          a: z
            .object({ b: z.string().min(2) })
            .prefault({ b: 'x' })
            .optional(),
          c: z.string().optional(),
        }),
      ),
      [...Array(1_000).fill({}), { c: 1 }],
    ],
  ])('refuses %s', async (_name, schema, value) => {
    const [ours, plain] = await Promise.all([prepareParse(schema)(value), z.safeParseAsync(schema, value)]);
    expect(plain.success).toBe(false);
    expect(ours.success).toBe(false);
  });

  describe.each<[string, (list: z.ZodType) => z.ZodType]>([
    ['refined', (list) => list],
    ['caught', (list) => list.catch([])],
    ['one of two', (list) => z.union([list, z.array(z.any()).refine(async () => true)])],
    ['one of two, the other at once', (list) => z.union([list, z.array(z.any())])],
  ])('A list whose items wait for something, %s', (_name, wrap) => {
    const late = z
      .string()
      .refine(async () => true)
      .pipe(z.string().transform((text) => ({ text })));
    const item = z.object({ bad: z.number(), late });

    it.each<[string, z.ZodType]>([
      ['refined', item.refine(({ late }) => late.text.length > 0)],
      ['changed', item.overwrite((value) => ({ ...value, size: value.late.text.length }) as never)],
      ['joined', item.and(z.object({ late: z.string().transform((text) => ({ text })) }))],
    ])('runs nothing on items that it left unchecked, where they are %s', async (_change, checked) => {
      const schema = wrap(z.array(checked));
      const value = [
        ...Array(10).fill({ bad: 1, late: 'x' }),
        ...Array(1_000).fill({ bad: 'no', late: 'x' }),
      ];
      const [ours, plain] = await Promise.all([prepareParse(schema)(value), z.safeParseAsync(schema, value)]);
      expect(ours.success).toBe(plain.success);
    });
  });

  it('takes the member of a union that answers at once, however many others wait', async () => {
    const late = z.string().transform(async (text): Promise<unknown> => text);
    const schema = z.record(z.string(), z.union([late.pipe(z.number()).catch(0), z.looseObject({})]));
    const body = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`k${index}`, index % 2 === 0 ? 'x' : {}]),
    );
    const [ours, plain] = await Promise.all([prepareParse(schema)(body), z.safeParseAsync(schema, body)]);
    expect(ours.data).toEqual(plain.data);
  });

  it.each<[string, (check: z.ZodType) => z.ZodType, unknown]>([
    ['members of unions', (check) => z.array(z.union([check, z.boolean()])), Array(30_000).fill('x')],
    ['absent members', (check) => z.array(z.object({ a: check })), Array(30_000).fill({})],
  ])('asks %s no more than it has to', async (_name, build, value) => {
    let requested = 0;
    const check = z.unknown().refine(async () => {
      requested += 1;
      return false;
    });
    const { issues = [] } = await prepareParse(build(check))(value);
    expect(issues.length).toBeLessThan(1_500);
    expect(requested).toBeLessThan(2_500);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['objects in a ring', createRing(300), { value: 1 }],
    ['a lazy schema that is new each time', createNode(), { value: 1, kids: [{ value: 2, kids: [] }] }],
    [
      'members that are made when they are asked for',
      z.any().check(
        z.properties({
          get x() {
            return z.string();
          },
        }),
      ),
      { x: 'a' },
    ],
  ])('can be made of %s', async (_name, schema, value) => {
    expect((await prepareParse(schema)(value)).success).toBe(true);
  });

  it('catches the errors of asynchronous schemas, with their messages', async () => {
    const late = z.string().transform(async (text) => text);
    const schema = z.array(
      late.pipe(z.any().pipe(z.number())).catch(({ error }) => error.issues[0]?.message as never),
    );
    const { data } = await prepareParse(schema)(Array(1_000).fill('x'));
    expect(new Set(data as unknown[])).toEqual(new Set(['Invalid input: expected number, received string']));
  });

  it('lists the errors that zod lists where they are no more than a hundred', async () => {
    await fc.assert(
      fc.asyncProperty(conjunctiveSchemas(createCounts()), hostileBodies(300), async (schema, { text }) => {
        const plain = schema.safeParse(JSON.parse(text));
        const checked = await prepareParse(schema)(JSON.parse(text));
        const listPaths = (issues: readonly Issue[] = []) => listFieldErrors(issues).map(({ path }) => path);
        expect(listPaths(checked.issues)).toEqual(listPaths(plain.error?.issues));
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Schema, unknown]>([
    [
      'a key of a record that is a number',
      z.record(z.number(), z.string()),
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [index, 'x'])),
    ],
    [
      'keys that only the other side of an intersection knows',
      z.intersection(z.record(z.string().startsWith('k'), z.number()), z.looseObject({})),
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, index])),
    ],
    [
      'members of a union that come late',
      z.array(z.union([z.number(), z.boolean(), z.string()])),
      Array(5_000).fill('x'),
    ],
    ['what is caught', z.array(z.number().catch(0)), Array(5_000).fill('x')],
    [
      'members that are absent',
      z.object(
        Object.fromEntries(
          Array.from({ length: 3_000 }, (_, index) => [
            `k${index}`,
            z
              .string()
              .transform((text) => text)
              .optional(),
          ]),
        ),
      ),
      {},
    ],
  ])('takes %s, however many there are', async (_name, schema, value) => {
    const checked = await prepareParse(schema)(value);
    expect(checked.success).toBe(true);
  });

  it('runs no check on what it left unchecked', async () => {
    const seen: unknown[] = [];
    const schema = z
      .array(z.union([z.string().min(5), z.boolean()]))
      .refine((items) => seen.push(...items) >= 0)
      .transform((items) => seen.push(...items));
    const value = [...Array(5_000).fill('x'), 7];
    expect((await prepareParse(schema)(value)).success).toBe(false);
    expect(seen).toEqual([]);
  });

  it('still says what is wrong with a list that is too long', async () => {
    const { issues = [] } = await prepareParse(z.array(z.number()).max(3))(Array(5_000).fill(1));
    expect(listFieldErrors(issues)).toEqual([{ path: [], message: expect.stringContaining('Too big') }]);
  });

  it('leaves the schema as it was', async () => {
    const inner = z.object({ a: z.string() });
    const schema = z.array(inner);
    const { run } = inner._zod;
    await prepareParse(schema)([{}]);
    expect(inner._zod.run).toBe(run);
    expect(schema.safeParse(Array(200).fill({})).error?.issues).toHaveLength(200);
  });

  it('makes a default value for each value that has none', async () => {
    const schema = z.array(z.object({ id: z.array(z.string()).default(() => []) }));
    const checked = await prepareParse(schema)([{}, {}]);
    const [first, second] = checked.data as { id: string[] }[];
    expect(first?.id).not.toBe(second?.id);
  });

  it('lets what catches an error read its message', async () => {
    const schema = z.object({ a: z.number().catch(({ error }) => error.issues[0]?.message as never) });
    expect((await prepareParse(schema)({ a: 'x' })).data).toEqual({
      a: 'Invalid input: expected number, received string',
    });
  });
});

/** Each leads to the next one and to the one before. */
function createRing(length: number): z.ZodType {
  const ring: z.ZodType[] = Array.from({ length }, (_, index) =>
    z.object({
      value: z.number(),
      get next() {
        return (ring[(index + 1) % length] as z.ZodType).optional();
      },
      get before() {
        return (ring.at(index - 1) as z.ZodType).optional();
      },
    }),
  );
  return ring[0] as z.ZodType;
}

function createNode(): z.ZodType {
  return z.object({ value: z.number(), kids: z.array(z.lazy(createNode)) });
}

interface Outcome {
  readonly success: boolean;
  readonly data?: unknown;
}

/** Where zod throws, checking may have stopped before. */
function expectSame(ours: Outcome | null, plain: Outcome | null): void {
  if (plain === null) {
    expect(ours?.success ?? false).toBe(false);
    return;
  }
  expect(ours?.success).toBe(plain.success);
  if (plain.success) expect(listSets(ours?.data)).toEqual(listSets(plain.data));
}

/** The same with lists in the place of sets: to compare two sets of objects takes vitest the square of their size. */
function listSets(value: unknown): unknown {
  if (value instanceof Set) return { set: [...value].map(listSets) };
  if (Array.isArray(value)) return value.map(listSets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, listSets(member)]));
}
