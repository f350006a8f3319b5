import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prepareParse } from '../../src/authoring/prepare-parse.js';
import { listFieldErrors } from '../../src/definition/field-errors.js';
import type { Schema } from '../../src/definition/schema.js';
import { actionResponse, ok, type ProcedureError, procedure } from '../../src/index.js';
import { formatInEnglish } from '../../src/protocol/messages.js';
import { printFieldErrors } from '../../src/runtime/respond/fail.js';
import { anySchemas, conjunctiveSchemas, createCounts, hostileBodies } from './support/hostile.js';
import { membersOf } from './support/members-of.js';
import { settleMerge } from './support/settle-merge.js';

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
  return { errors, bytesWorded, messages, text: printFieldErrors(errors, formatInEnglish) };
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
        expectBounded(await settleMerge(() => refuse(schema, JSON.parse(text))));
      }),
      { numRuns: 60 },
    );
  });

  it('is about the same for a list that is checked asynchronously', async () => {
    const value = Array.from({ length: 170_000 }, (_, index) => index);
    const item = z.object({ id: z.string() });
    const parses = [item, item.refine(async () => true)].map((each) => prepareParse(z.array(each)));
    const least = parses.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < 5; round++) {
      for (const [index, parse] of parses.entries()) {
        const before = process.cpuUsage();
        await parse(value);
        const { user, system } = process.cpuUsage(before);
        least[index] = Math.min(least[index] as number, user + system);
      }
    }
    const [atOnce, later] = least as [number, number];
    expect(later).toBeLessThan(3 * atOnce + 10_000);
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
