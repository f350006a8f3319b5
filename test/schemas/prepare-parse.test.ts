import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prepareParse } from '../../src/authoring/prepare-parse.js';
import { finishIssue, type Issue } from '../../src/definition/format-issue.js';
import { constructs } from './constructs.js';
import { arbitraryOf, type JsonSchema } from './support/arbitrary-of.js';
import { mutated } from './support/mutate.js';

const ERROR_MAPS = [undefined, z.locales.de().localeError] as const;

/** Schemas of every check that a text, a number or a list can have, and of keys and values that are odd. */
const MORE: Readonly<Record<string, z.core.$ZodType>> = {
  lengths: z.object({
    a: z.string().min(2).max(3),
    b: z.string().length(2),
    c: z.array(z.int()).min(1).max(2),
  }),
  bounds: z.object({
    a: z.number().gt(0).lt(9),
    b: z.number().min(0).multipleOf(0.5),
    c: z.int32().nonnegative(),
  }),
  texts: z.object({
    a: z.string().regex(/^a+$/),
    b: z.string().startsWith('a').endsWith('z').includes('m'),
    c: z.string().trim().toLowerCase().min(1),
    d: z.string().regex(/^a/g, 'Begins with an a.'),
  }),
  defaults: z.object({
    a: z.array(z.string()).default([]),
    b: z.object({ c: z.int().default(1) }).prefault({}),
  }),
  absences: z.object({
    a: z.string().optional(),
    b: z.null().nullish(),
    c: z.undefined(),
    d: z.any(),
    e: z.unknown(),
  }),
  own: z.object({ a: z.string('No text.').min(3, 'Too short.'), b: z.int({ error: () => 'No integer.' }) }),
  strict: z.strictObject({ a: z.string(), b: z.strictObject({ c: z.number() }).optional() }),
  loose: z.looseObject({ a: z.string() }),
  rest: z.object({ a: z.string() }).catchall(z.number()),
  names: z.object({
    ['__proto__']: z.string(),
    constructor: z.string(),
    toString: z.number().optional(),
    '1': z.int(),
  }),
  unions: z.union([z.object({ a: z.string() }), z.object({ b: z.number() }), z.array(z.string()).max(1)]),
  both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
};

const schemas = Object.entries(MORE).concat(
  Object.entries(constructs).map(([name, { schema }]) => [name, schema]),
);
const samplesOf = (name: string) =>
  (constructs as Record<string, { samples?: readonly unknown[] }>)[name]?.samples ?? [];

afterEach(() => {
  z.config({ jitless: false });
});

describe('The parse of a schema', () => {
  it.each(schemas)('gives for %s what zod gives: values, messages and their order', async (name, schema) => {
    const parse = prepareParse(schema);
    await fc.assert(
      fc.asyncProperty(valuesOf(name, schema), fc.constantFrom(...ERROR_MAPS), async (value, error) => {
        const plain = await z.safeParseAsync(schema, value, { ...(error && { error }), reportInput: true });
        const parsed = await parse(value);
        if (plain.success) expect(describeData(parsed.data)).toEqual(describeData(plain.data));
        else
          expect(parsed.issues?.map(describeIssue(error))).toEqual(plain.error.issues.map(describeIssue()));
      }),
      { numRuns: 60 },
    );
  });

  it('is the plain one where nobody may make code from text', () => {
    z.config({ jitless: true });
    const parse = prepareParse(z.object({ a: z.string() }));
    expect(parse({ a: 'x', b: 1 })).toEqual({ success: true, data: { a: 'x' } });
  });

  it('says at once what is wrong, and holds nothing but that', () => {
    const parsed = prepareParse(z.object({ a: z.string() }))({ a: 1 });
    expect(Object.getOwnPropertyDescriptor(parsed, 'issues')?.get).toBeUndefined();
  });

  it('never lets a `__proto__` through', () => {
    const given = JSON.parse('{"a":"x","__proto__":{"isAdmin":true}}');
    for (const schema of [MORE.loose, MORE.rest, z.object({ a: z.string() })]) {
      const { data } = prepareParse(schema as z.core.$ZodType)(given) as { data?: object };
      if (data) expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
      expect((data as { isAdmin?: boolean } | undefined)?.isAdmin).toBeUndefined();
    }
  });
});

function valuesOf(name: string, schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const likely = fc.oneof(...samplesOf(name).map((sample) => fc.constant(sample)), arbitraryFor(schema));
  const odd = fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true });
  return fc.oneof({ weight: 3, arbitrary: likely }, { weight: 4, arbitrary: mutated(likely) }, odd);
}

function arbitraryFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const description = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const resolve = (reference: string): JsonSchema =>
    reference
      .split('/')
      .slice(1)
      .reduce((part, key) => part[key] as JsonSchema, description);
  return arbitraryOf(description, resolve);
}

/** All that can be seen of it, the order of keys too. */
function describeData(data: unknown): unknown {
  return { data, keys: listKeys(data) };
}

/** An issue with its words, and those of the issues inside of it. zod does not tell the positions of items in sets. */
function describeIssue(error?: z.core.$ZodErrorMap) {
  return (issue: Issue): unknown => {
    const { path, input, errors, issues, ...rest } = finishIssue(issue, error) as unknown as Issue &
      Record<string, unknown>;
    const branches = errors as Issue[][] | undefined;
    return {
      ...rest,
      input: typeof input,
      path: path?.filter((step) => typeof step !== 'number'),
      errors: branches?.map((branch) => branch.map(describeIssue(error))),
      issues: (issues as Issue[] | undefined)?.map(describeIssue(error)),
    };
  };
}

function listKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Map || value instanceof Set) return [...value].map(listKeys);
  return Object.entries(value).map(([key, member]) => [key, listKeys(member)]);
}
