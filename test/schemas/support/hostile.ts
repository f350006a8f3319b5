import fc from 'fast-check';
import * as z from 'zod';

/** What the schemas of `hostileSchemas` have seen. */
export interface Counts {
  /** Texts that were looked at. */
  checks: number;
  /** Those among them after the hundredth that was refused. */
  checksAfterLimit: number;
  refused: number;
}

export function createCounts(): Counts {
  return { checks: 0, checksAfterLimit: 0, refused: 0 };
}

/** A text of less than three characters, that counts how often it is looked at. */
function countedText(counts: Counts, isAsync: boolean): z.ZodType {
  const check = createCountedCheck(counts);
  return isAsync ? z.any().superRefine(async (value, ctx) => check(value, ctx)) : z.any().superRefine(check);
}

function createCountedCheck(counts: Counts) {
  return (value: unknown, ctx: z.RefinementCtx) => {
    counts.checks += 1;
    if (counts.refused >= 100) counts.checksAfterLimit += 1;
    if (typeof value === 'string' && value.length < 3) return;
    counts.refused += 1;
    ctx.addIssue({ code: 'custom', message: `no short text: ${JSON.stringify(value)}` });
  };
}

/** Schemas in which every error is one of the whole. */
export function conjunctiveSchemas(counts: Counts, { isAsync = false } = {}): fc.Arbitrary<z.ZodType> {
  return fc.letrec<{ schema: z.ZodType }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constant(countedText(counts, isAsync)),
      tie('schema').map((inner) => z.array(inner)),
      tie('schema').map((inner) => z.record(z.string(), inner)),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.object({ a, b })),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.strictObject({ a, b: b.optional() })),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.tuple([a], b)),
      tie('schema').map((inner) => z.object({ a: inner }).catchall(inner)),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map(([a, b]) => z.intersection(z.object({ a }), z.object({ b: b.optional() }))),
      tie('schema').map((inner) => inner.nullable()),
      tie('schema').map((inner) => z.array(inner).transform((items) => items.length)),
      tie('schema').map((inner) => z.lazy(() => z.array(inner))),
      tie('schema').map((inner) => z.preprocess((value) => value, z.array(inner))),
    ),
  })).schema;
}

/** The same with those in which an error of a part need not be one of the whole. */
export function anySchemas({ isAsync = false } = {}): fc.Arbitrary<z.ZodType> {
  const leaf = fc.constantFrom<z.ZodType>(
    ...(isAsync ? ASYNC_LEAVES : []),
    z.string(),
    z.number().max(5),
    z.boolean(),
    z.null(),
    z.enum(['s', 'm', 'l']),
    z.literal('x'),
    z.string().min(2).optional(),
    z.string().min(2).prefault('d').optional(),
  );
  return fc.letrec<{ schema: z.ZodType }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie('schema').map((inner) => z.array(inner)),
      tie('schema').map((inner) => z.array(inner).max(3)),
      tie('schema').map((inner) => z.record(z.string(), inner)),
      tie('schema').map((inner) => z.record(z.string().regex(/^[a-m]/), inner)),
      tie('schema').map((inner) => z.record(z.number(), inner)),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.object({ a, b: b.optional() })),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.strictObject({ a, b })),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.looseObject({ a: a.default('d'), b })),
      // Of asynchronous items of a rest, zod 4.6 keeps the last one alone.
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => (isAsync ? z.tuple([a, b]) : z.tuple([a], b))),
      fc.tuple(tie('schema'), tie('schema')).map((options) => z.union(options)),
      fc.tuple(tie('schema'), tie('schema'), tie('schema')).map((options) => z.union(options)),
      fc.tuple(tie('schema'), tie('schema')).map(([left, right]) => z.intersection(left, right)),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map(([a, b]) => z.intersection(z.object({ a }), z.record(z.string().regex(/^[a-m]/), b))),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map(([a, b]) => z.intersection(z.strictObject({ a }), z.record(z.string().regex(/^[k-z]/), b))),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map(([a, b]) =>
          z.intersection(z.record(z.string().regex(/^[a-m]/), a), z.record(z.string().regex(/^[k-z]/), b)),
        ),
      tie('schema').map((inner) => inner.catch('caught')),
      tie('schema').map((inner) => z.array(inner).refine((items) => items.every((item) => item !== 7))),
      tie('schema').map((inner) => z.array(inner).transform((items) => items.length)),
      tie('schema').map((inner) =>
        z.preprocess((value) => (Array.isArray(value) ? new Set(value) : value), z.set(inner)),
      ),
    ),
  })).schema;
}

const ASYNC_LEAVES: readonly z.ZodType[] = [
  z.string().refine(async (text) => text !== 'xx'),
  z
    .string()
    .transform(async (text) => text)
    .pipe(z.string().min(2)),
  z.preprocess(async (value) => value, z.number()),
  z
    .string()
    .transform(async (text): Promise<unknown> => text)
    .pipe(z.number())
    .catch(0),
];

/** A JSON text of which a failing test shows the beginning. */
export interface Body {
  readonly text: string;
}

/** JSON of up to so many bytes, made of few different values, so that schemas take some and refuse many. */
export function hostileBodies(bytesMax: number): fc.Arbitrary<Body> {
  const scalar = fc.constantFrom('"a"', '"xx"', '"abcdefgh"', '7', '1', 'true', 'null', '{}', '[]', '"s"');
  const small = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '0', 'z'), tie('value')), { maxLength: 4 })
        .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
    ),
  })).value;
  const large = fc
    .record({
      items: fc.array(small, { minLength: 1, maxLength: 4 }),
      bytes: fc.nat(bytesMax),
      isList: fc.boolean(),
    })
    .map(({ items, bytes, isList }) => (isList ? fillList(items, bytes) : fillObject(items, bytes)));
  const texts = fc.oneof(
    large,
    large.map((value) => `{"a":${value},"b":"x"}`),
    fc.tuple(large, small).map(([value, other]) => `{"b":${value},"a":${other}}`),
    large.map((value) => `[[${value}]]`),
  );
  return texts.map((text) => ({
    text,
    [fc.toStringMethod]: () => `${text.length} bytes: ${text.slice(0, 500)}`,
  }));
}

function fillList(items: readonly string[], bytes: number): string {
  const round = items.join(',');
  return `[${Array(1 + Math.floor(bytes / (round.length + 1)))
    .fill(round)
    .join(',')}]`;
}

function fillObject(items: readonly string[], bytes: number): string {
  const members: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const member = `"${index % 3 === 0 ? 'k' : 'x'}${index}":${items[index % items.length]}`;
    members.push(member);
    length += member.length + 1;
  }
  return `{${members.join(',')}}`;
}
