import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listFieldErrors } from '../../src/authoring/field-errors.js';
import { prepareParse } from '../../src/authoring/prepare-parse.js';
import type { Schema } from '../../src/authoring/schema.js';
import type { Issue } from '../../src/authoring/word-issue.js';
import { actionResponse, ok, type ProcedureError, procedure } from '../../src/index.js';
import { wordInEnglish } from '../../src/protocol/messages.js';
import { printFieldErrors } from '../../src/runtime/respond/print-field-errors.js';
import { anySchemas, conjunctiveSchemas, createCounts, hostileBodies } from './support/hostile.js';

const MEBIBYTE = 1_048_576;

afterEach(() => {
  z.config({ customError: undefined });
});

/** Refuses a value, and tells what the refusal took; null where the schema takes it. */
async function refuse(schema: Schema, value: unknown) {
  let bytesWorded = 0;
  let messages = 0;
  z.config({
    customError: (issue) => {
      const { localeError } = z.locales.en();
      const message = String(localeError(issue));
      bytesWorded += message.length;
      messages += 1;
      return message;
    },
  });
  const checked = await prepareParse(schema)(value);
  if (checked.success) return null;
  const errors = listFieldErrors(checked.issues);
  return { errors, bytesWorded, messages, text: printFieldErrors(errors, wordInEnglish) };
}

function expectBounded(refusal: Awaited<ReturnType<typeof refuse>>): void {
  if (refusal === null) return;
  expect(refusal.errors.length).toBeLessThanOrEqual(101);
  expect(refusal.bytesWorded).toBeLessThanOrEqual(65_536);
  expect(Buffer.byteLength(refusal.text)).toBeLessThanOrEqual(65_536);
  const listed = JSON.parse(refusal.text) as { path: string[]; message: string }[];
  for (const { path, message } of listed) {
    expect(message.length).toBeLessThanOrEqual(200);
    for (const name of path) expect(name.length).toBeLessThanOrEqual(200);
  }
}

describe('H-20: what a refusal takes', () => {
  it('is bounded for random schemas and bodies of up to a mebibyte', async () => {
    const counts = createCounts();
    await fc.assert(
      fc.asyncProperty(conjunctiveSchemas(counts), hostileBodies(MEBIBYTE), async (schema, { text }) => {
        const body = JSON.parse(text);
        Object.assign(counts, createCounts());
        const refusal = await refuse(schema, body);
        expectBounded(refusal);
        expect(counts.checksAfterLimit).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 60 },
    );
  });

  it('is bounded where schemas are asynchronous', async () => {
    const counts = createCounts();
    const schemas = conjunctiveSchemas(counts, { isAsync: true });
    await fc.assert(
      fc.asyncProperty(schemas, hostileBodies(200_000), async (schema, { text }) => {
        const body = JSON.parse(text);
        Object.assign(counts, createCounts());
        expectBounded(await refuse(schema, body));
        expect(counts.checksAfterLimit).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 30 },
    );
  });

  it.each<[string, Schema, unknown]>([
    [
      'values',
      z.array(z.enum(Array.from({ length: 2_000 }, (_, at) => `${at}`.padStart(30)))),
      Array(1_000).fill('x'),
    ],
    [
      'keys of both sides of an intersection',
      z.record(z.string().regex(/^x/), z.any()).and(z.record(z.string().regex(/^y/), z.any())),
      membersOf(50_000),
    ],
    [
      'members that a check looks at',
      z.looseObject({}).check(z.property('a', z.array(z.string()))),
      { a: Array(50_000).fill(1) },
    ],
  ])('is bounded for many %s', async (_name, schema, value) => {
    const refusal = await refuse(schema, value);
    expect(refusal?.errors).toHaveLength(101);
    expectBounded(refusal);
  });

  it('is bounded where a part may be refused without the whole', async () => {
    await fc.assert(
      fc.asyncProperty(anySchemas(), hostileBodies(MEBIBYTE), async (schema, { text }) => {
        expectBounded(await settle(() => refuse(schema, JSON.parse(text))));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves no more than 10 MB behind', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const schema = z.array(z.object({ a: z.string(), b: z.union([z.string(), z.array(z.number())]) }));
    const text = `[${Array(349_525).fill('{}').join(',')}]`;
    await refuse(schema, JSON.parse(text));
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let run = 0; run < 5; run++) await refuse(schema, JSON.parse(text));
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });
});

describe('A schema with a limit of errors', () => {
  it('takes and refuses what zod takes and refuses, and gives the same values', async () => {
    await fc.assert(
      fc.asyncProperty(anySchemas(), hostileBodies(3_000), async (schema, { text }) => {
        const ours = await settle(async () => prepareParse(schema)(JSON.parse(text)));
        const plain = await settle(async () => schema.safeParse(JSON.parse(text)));
        expectSame(ours, plain);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([false, true])('does so for long bodies too, asynchronous: %s', async (isAsync) => {
    await fc.assert(
      fc.asyncProperty(anySchemas({ isAsync }), hostileBodies(40_000), async (schema, { text }) => {
        const ours = await settle(async () => prepareParse(schema)(JSON.parse(text)));
        const plain = await settle(async () => schema.safeParseAsync(JSON.parse(text)));
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

describe('The list of errors', () => {
  it.each([
    [100, undefined],
    [101, 'More errors, not listed: 1'],
    [150, 'More errors, not listed: 50'],
    [50_000, 'Checking stopped here. More errors, not listed: 500'],
  ])('of %i ends with %s', async (length, last) => {
    const { issues = [] } = await prepareParse(z.array(z.number()))(Array(length).fill('x'));
    const errors = listFieldErrors(issues);
    expect(errors).toHaveLength(last === undefined ? 100 : 101);
    if (last !== undefined) expect(errors.at(-1)).toMatchObject({ path: [], message: last });
  });

  it('names each unknown key by itself, cut to 200 characters', async () => {
    const body = { ok: 1, ['x'.repeat(300)]: 1, y: 1 };
    const refusal = await procedureOf(z.strictObject({ ok: z.number() }))
      .call({ input: body as never, ctx: {} })
      .catch((error: unknown) => error as ProcedureError);
    const cut = `${'x'.repeat(199)}…`;
    expect((refusal as ProcedureError).errors).toEqual([
      { path: [cut], message: `Unrecognized key: "${cut}"`.slice(0, 199).concat('…') },
      { path: ['y'], message: 'Unrecognized key: "y"' },
    ]);
  });

  it('is no longer where a procedure is called without a server', async () => {
    const input = Array(200_000).fill({});
    const schema = z.object({ items: z.array(z.object({ a: z.string() })) });
    const refusal = await procedureOf(schema)
      .call({ input: { items: input } as never, ctx: {} })
      .catch((error: unknown) => error);
    expect((refusal as ProcedureError).errors).toHaveLength(101);
  });
});

function procedureOf(input: z.ZodType) {
  return procedure
    .meta({
      openapi: { enabled: true, method: 'POST', path: '/', tags: [], summary: '', protect: false },
    })
    .input(input as never)
    .output(actionResponse(z.null()))
    .mutation(() => ok(null));
}

function membersOf(count: number, prefix = 'k'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));
}

interface Outcome {
  readonly success: boolean;
  readonly data?: unknown;
}

/** Where zod throws, checking may have stopped before. */
function expectSame(ours: Outcome | null, plain: Outcome | null): void {
  if (plain === null) return expect(ours?.success ?? false).toBe(false);
  expect(ours?.success).toBe(plain.success);
  if (plain.success) expect(ours?.data).toEqual(plain.data);
}

/** Null where both sides of an intersection are valid and cannot be merged, for which zod throws. */
function settle<T>(run: () => Promise<T>): Promise<T | null> {
  return run().catch((error: Error) => {
    if (error.message.startsWith('Unmergable intersection')) return null;
    throw error;
  });
}
