import * as z from 'zod';

/** Where a value of a construct can travel as an input. Every construct travels as an output. */
export type Carrier = 'path' | 'query' | 'body';

export interface Construct {
  readonly schema: z.core.$ZodType;
  readonly carriers: readonly Carrier[];
  /** What a handler that returns what it received is checked by; the schema itself when absent. */
  readonly output?: z.core.$ZodType;
  /** Values that are right, where hardly one is made by chance. */
  readonly samples?: readonly unknown[];
}

/** One value: a text can stand for it. */
const anywhere = (schema: z.core.$ZodType, output?: z.core.$ZodType): Construct =>
  construct(schema, ['path', 'query', 'body'], output);

/** A list or an object that brackets and repeated keys can say. */
const inQuery = (schema: z.core.$ZodType, output?: z.core.$ZodType): Construct =>
  construct(schema, ['query', 'body'], output);

/** What only JSON can say. */
const inBody = (schema: z.core.$ZodType, output?: z.core.$ZodType): Construct =>
  construct(schema, ['body'], output);

const withSamples = (construct: Construct, ...samples: readonly unknown[]): Construct => ({
  ...construct,
  samples,
});

function construct(
  schema: z.core.$ZodType,
  carriers: readonly Carrier[],
  output: z.core.$ZodType | undefined,
): Construct {
  return { schema, carriers, ...(output && { output }) };
}

const Plain = { A: 'a', B: 'b' } as const;
const Numeric = { Zero: 0, One: 1 } as const;
/** What the compiler makes of `enum Level { Low, High }`. */
const Level = { Low: 0, High: 1, 0: 'Low', 1: 'High' } as const;

const Point = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' });
const Event = z
  .object({ id: z.uuid(), at: z.date(), size: z.bigint().optional() })
  .meta({ id: 'Event', description: 'What happened.' });
const Preset = z.object({ name: z.string(), count: z.int().default(1) }).meta({ id: 'Preset' });
const Cat = z.object({ kind: z.literal('cat'), lives: z.int().min(1).max(9) }).meta({ id: 'Cat' });
const Dog = z.object({ kind: z.literal('dog'), born: z.date() }).meta({ id: 'Dog' });

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});
const Linked = z
  .object({
    at: z.date(),
    get next() {
      return Linked.nullish();
    },
  })
  .meta({ id: 'Linked' });
const Even = z.object({
  even: z.int(),
  get odd() {
    return Odd.optional();
  },
});
const Odd = z.object({
  odd: z.bigint(),
  get even(): z.ZodOptional<typeof Even> {
    return Even.optional();
  },
});
type Nested = string | Nested[];
const Nested: z.ZodType<Nested> = z.lazy(() => z.union([z.string(), z.array(Nested)]));

const dayToDate = z.codec(z.iso.date(), z.date(), {
  decode: (text) => new Date(`${text}T00:00:00Z`),
  encode: (date) => date.toISOString().slice(0, 10),
});

/** Every kind of schema that can travel, by a name that is an identifier. */
export const constructs = {
  // Texts
  string: anywhere(z.string()),
  stringMin: withSamples(anywhere(z.string().min(2)), '😀', 'ab'),
  stringMax: withSamples(anywhere(z.string().max(3)), '😀😀', '😀a'),
  stringLength: withSamples(anywhere(z.string().length(4)), '😀😀', '😀😀😀😀', 'abcd'),
  stringRegex: anywhere(z.string().regex(/^[a-z]{2,4}-\d+$/)),
  stringRegexTwice: withSamples(anywhere(z.string().regex(/^a/).regex(/z$/)), 'az', 'a+z'),
  stringRegexAnyCase: anywhere(z.string().regex(/^[a-f]x\d$/i)),
  stringStartsWith: anywhere(z.string().startsWith('a/b.')),
  stringEndsWith: anywhere(z.string().endsWith('?')),
  stringIncludes: anywhere(z.string().includes('+')),
  stringLowercase: anywhere(z.string().lowercase()),
  stringUppercase: anywhere(z.string().uppercase()),
  stringTrim: anywhere(z.string().trim()),
  stringToUpperCase: anywhere(z.string().toUpperCase()),
  email: anywhere(z.email()),
  url: anywhere(z.url()),
  httpUrl: anywhere(z.httpUrl()),
  hostname: anywhere(z.hostname()),
  uuid: anywhere(z.uuid()),
  uuidv4: withSamples(anywhere(z.uuidv4()), '3f0b5f3e-6d5c-4b2a-8c3e-0123456789ab'),
  uuidv7: withSamples(
    anywhere(z.uuidv7()),
    '01956d5c-4b2a-7c3e-9f00-0123456789ab',
    '01956D5C-4B2A-7C3E-BF00-0123456789AB',
  ),
  guid: anywhere(z.guid()),
  nanoid: anywhere(z.nanoid()),
  cuid: anywhere(z.cuid()),
  cuid2: anywhere(z.cuid2()),
  ulid: anywhere(z.ulid()),
  xid: anywhere(z.xid()),
  ksuid: anywhere(z.ksuid()),
  ipv4: anywhere(z.ipv4()),
  ipv6: anywhere(z.ipv6()),
  mac: anywhere(z.mac()),
  cidrv4: anywhere(z.cidrv4()),
  cidrv6: anywhere(z.cidrv6()),
  base64: anywhere(z.base64()),
  base64url: anywhere(z.base64url()),
  hex: anywhere(z.hex()),
  hash: anywhere(z.hash('md5')),
  e164: anywhere(z.e164()),
  jwt: anywhere(z.jwt()),
  emoji: anywhere(z.emoji()),
  isoDate: anywhere(z.iso.date()),
  isoTime: anywhere(z.iso.time()),
  isoTimeMilliseconds: anywhere(z.iso.time({ precision: 3 })),
  isoDatetime: anywhere(z.iso.datetime()),
  isoDatetimeOffset: anywhere(z.iso.datetime({ offset: true })),
  isoDatetimeLocal: anywhere(z.iso.datetime({ local: true })),
  isoDatetimeMinutes: anywhere(z.iso.datetime({ precision: -1 })),
  isoDuration: withSamples(anywhere(z.iso.duration()), 'P1D', 'PT1.5S', 'P2W', 'P1Y2M3DT4H5M6S'),
  template: anywhere(z.templateLiteral(['v', z.number(), '.', z.enum(['x', 'y'])])),
  templateOfFormats: anywhere(z.templateLiteral([z.string().regex(/[a-z]+/), '@', z.int()])),

  // Numbers, booleans, dates
  number: anywhere(z.number()),
  numberBounded: anywhere(z.number().min(-1.5).max(9)),
  numberExclusive: anywhere(z.number().gt(0).lt(1)),
  numberPositive: anywhere(z.number().positive()),
  numberMultipleOf: anywhere(z.number().multipleOf(0.25)),
  int: anywhere(z.int()),
  intChecked: anywhere(z.number().int().min(1).max(100)),
  intMultipleOf: anywhere(z.int().multipleOf(3)),
  int32: anywhere(z.int32()),
  uint32: anywhere(z.uint32()),
  float32: anywhere(z.float32()),
  float64: anywhere(z.float64()),
  bigint: anywhere(z.bigint()),
  bigintBounded: anywhere(
    z
      .bigint()
      .min(-5n)
      .max(10n ** 20n),
  ),
  int64: anywhere(z.int64()),
  boolean: anywhere(z.boolean()),
  stringbool: anywhere(z.stringbool(), z.boolean()),
  date: anywhere(z.date()),
  dateBounded: withSamples(
    anywhere(z.date().min(new Date('2020-01-01T00:00:00Z')).max(new Date('2030-01-01T00:00:00Z'))),
    '2025-06-07T08:09:10Z',
    '2020-01-01T01:00:00+01:00',
    '2029-12-31T23:59:59.999Z',
  ),

  // Few values
  enum: anywhere(z.enum(['small', 'big', '']).exclude([''])),
  enumObject: anywhere(z.enum(Plain)),
  enumNumeric: anywhere(z.enum(Numeric)),
  enumTypeScript: anywhere(z.enum(Level)),
  literal: anywhere(z.literal('only')),
  literalNumber: anywhere(z.literal(7)),
  literalBoolean: anywhere(z.literal(true)),
  literals: anywhere(z.literal(['a', 'b'])),
  literalsMixed: anywhere(z.literal(['a', 1, false, null])),
  literalUnion: anywhere(z.union([z.literal('asc'), z.literal('desc')])),
  literalUnionMixed: anywhere(z.union([z.literal('auto'), z.literal(0), z.null()])),
  null: anywhere(z.null()),

  // What may be missing
  nullable: anywhere(z.number().nullable()),
  nullableString: anywhere(z.string().nullable()),
  nullableEnum: anywhere(z.enum(['a', 'b']).nullable()),
  optional: inQuery(z.number().optional()),
  optionalString: inQuery(z.string().optional()),
  exactOptional: inQuery(z.exactOptional(z.boolean())),
  nullish: inQuery(z.date().nullish()),
  nonoptional: anywhere(z.nonoptional(z.int().optional())),
  defaultNumber: inQuery(z.int().default(3)),
  defaultArray: inQuery(z.array(z.string()).default(['a'])),
  defaultDate: inQuery(z.date().default(new Date(0))),
  defaultBigint: inQuery(z.bigint().default(5n)),
  prefault: inQuery(z.string().trim().prefault(' x ')),
  catch: inQuery(z.number().catch(5)),
  undefinedOptional: inQuery(z.undefined().optional()),
  neverOptional: inQuery(z.never().optional()),

  // Lists
  array: inQuery(z.array(z.string())),
  arrayOfNumbers: inQuery(z.array(z.number())),
  arrayBounded: inQuery(z.array(z.int()).min(1).max(3)),
  arrayOfDates: inQuery(z.array(z.date())),
  arrayOfEnums: inQuery(z.array(z.enum(['a', 'b'])).optional()),
  arrayOfNullables: inQuery(z.array(z.number().nullable())),
  arrayOfObjects: inBody(z.array(z.object({ at: z.date(), tags: z.array(z.string()) }))),
  arrayNested: inBody(z.array(z.array(z.bigint()))),
  set: inQuery(z.set(z.string())),
  setOfInts: inQuery(z.set(z.int()).min(1).max(3)),
  setOfDates: inQuery(z.set(z.date())),
  setOfObjects: inBody(z.set(z.object({ n: z.int() }))),
  tuple: inQuery(z.tuple([z.string(), z.int()])),
  tupleRest: inQuery(z.tuple([z.int()], z.boolean())),
  tupleOptional: inQuery(z.tuple([z.string(), z.int().optional()])),
  tupleEmpty: inBody(z.tuple([])),
  tupleNested: inBody(z.tuple([z.date(), z.array(z.int()), z.object({ a: z.bigint() })])),

  // Records and objects
  record: inQuery(z.record(z.string(), z.number())),
  recordOfDates: inQuery(z.record(z.string(), z.date())),
  recordByEnum: inQuery(z.record(z.enum(['a', 'b']), z.int())),
  recordByEnumPartial: inQuery(z.partialRecord(z.enum(['a', 'b']), z.boolean())),
  recordByEnumOptional: inQuery(z.record(z.enum(['a', 'b']), z.int().optional())),
  recordByNumber: inQuery(z.record(z.number(), z.string())),
  recordByPattern: inQuery(z.record(z.string().regex(/^x-[a-z]+$/), z.string())),
  recordLoose: inQuery(z.looseRecord(z.string().regex(/^n_/), z.number())),
  recordNested: inBody(z.record(z.string(), z.array(z.record(z.string(), z.date())))),
  object: inQuery(z.object({ a: z.string(), b: z.number().optional() })),
  objectEmpty: inQuery(z.object({})),
  objectStrict: inQuery(z.strictObject({ a: z.int(), b: z.boolean().optional() })),
  objectLoose: inQuery(z.looseObject({ a: z.string() })),
  objectCatchall: inQuery(z.object({ a: z.string() }).catchall(z.number())),
  objectNested: inQuery(
    z.object({ where: z.object({ from: z.date(), ids: z.array(z.int()).min(1) }), 'a key': z.string() }),
  ),
  objectOptional: inQuery(z.object({ a: z.int(), b: z.string().nullish() }).optional()),
  objectDefaults: inQuery(z.object({ a: z.int().default(1), b: z.boolean().prefault(true) })),
  objectPartial: inQuery(z.object({ a: z.int(), b: z.date() }).partial()),
  objectNullables: inQuery(z.object({ a: z.int().nullable(), b: z.enum(['x', 'y']).nullish() })),
  objectDeep: inBody(z.object({ a: z.object({ b: z.object({ c: z.array(z.object({ d: z.bigint() })) }) }) })),

  // Unions and intersections
  unionNumberString: anywhere(z.union([z.string(), z.number()])),
  unionBooleanNumber: anywhere(z.union([z.boolean(), z.number()])),
  unionDateString: anywhere(z.union([z.string(), z.date()])),
  unionBigintString: anywhere(z.union([z.bigint(), z.literal('all')])),
  unionBounded: anywhere(z.union([z.number().max(5), z.string()])),
  unionBoundedDates: withSamples(
    anywhere(
      z.union([
        z.date().max(new Date('2020-01-01T00:00:00Z')),
        z.date().min(new Date('2030-01-01T00:00:00Z')),
        z.enum(['never', '2025-01-01T00:00:00Z']),
      ]),
    ),
    '2025-01-01T00:00:00Z',
    '2019-01-01T00:00:00Z',
    '2031-01-01T00:00:00Z',
    'never',
  ),
  unionRefined: anywhere(
    z.union([z.int().refine((n) => n % 2 === 0, 'Has to be even'), z.boolean(), z.string().max(2)]),
  ),
  unionInside: inQuery(
    z.union([
      z.object({ a: z.union([z.number().max(5), z.bigint().max(9n)]), b: z.string().max(2) }),
      z.object({ a: z.string(), b: z.string().min(3) }),
    ]),
  ),
  unionStringArray: inQuery(z.union([z.string(), z.array(z.string())])),
  unionNumberArray: inQuery(z.union([z.number(), z.array(z.number())])),
  unionObjects: inQuery(z.union([z.object({ a: z.int() }), z.object({ b: z.boolean() })])),
  unionObjectsDates: inBody(z.union([z.object({ at: z.date() }), z.object({ at: z.int(), b: z.bigint() })])),
  unionNested: inBody(
    z.union([z.int(), z.union([z.object({ s: z.string() }), z.array(z.union([z.boolean(), z.date()]))])]),
  ),
  unionNullable: inQuery(z.union([z.object({ a: z.int() }), z.null()])),
  discriminated: inQuery(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('circle'), r: z.number().positive() }),
      z.object({ kind: z.literal('box'), w: z.int(), h: z.int() }),
    ]),
  ),
  discriminatedDates: inQuery(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal(['at', 'on']), when: z.date() }),
      z.object({ kind: z.enum(['in']), when: z.int() }),
    ]),
  ),
  discriminatedNamed: inQuery(z.discriminatedUnion('kind', [Cat, Dog])),
  discriminatedNested: inBody(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('none') }),
      z.discriminatedUnion('unit', [
        z.object({ type: z.literal('some'), unit: z.literal('day'), at: z.date() }),
        z.object({ type: z.literal('some'), unit: z.literal('count'), n: z.int() }),
      ]),
    ]),
  ),
  xor: inQuery(z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })])),
  intersection: inQuery(z.intersection(z.object({ a: z.string() }), z.object({ b: z.date() }))),
  intersectionUnion: inQuery(
    z.intersection(
      z.object({ a: z.int() }),
      z.union([z.object({ b: z.boolean() }), z.object({ c: z.date() })]),
    ),
  ),
  intersectionStrings: anywhere(z.intersection(z.string().min(2), z.string().max(4))),

  // What changes on the way
  readonly: inQuery(z.array(z.int()).readonly()),
  branded: anywhere(z.string().min(1).brand<'Id'>()),
  pipe: anywhere(
    z
      .string()
      .transform((text) => text.length)
      .pipe(z.int()),
    z.int(),
  ),
  pipeChecked: anywhere(
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.int()),
    z.int(),
  ),
  preprocess: inQuery(z.preprocess((value) => (value === '' ? 0 : value), z.number())),
  catchallDates: inQuery(z.object({ a: z.string() }).catchall(z.date())),
  coerceString: anywhere(z.coerce.string()),
  coerceNumber: anywhere(z.coerce.number()),
  coerceBoolean: anywhere(z.coerce.boolean()),
  coerceBigint: anywhere(z.coerce.bigint()),
  coerceDate: anywhere(z.coerce.date()),
  codec: anywhere(dayToDate, z.date()),
  refine: anywhere(z.int().refine((value) => value % 2 === 0, 'Has to be even')),
  refineAsync: anywhere(z.string().refine(async (value) => !value.includes('!'), 'Has to be calm')),
  superRefine: inQuery(
    z.object({ from: z.int(), to: z.int() }).superRefine(({ from, to }, ctx) => {
      if (from > to) ctx.addIssue({ code: 'custom', path: ['to'], message: 'Has to be after from' });
    }),
  ),
  overwrite: anywhere(z.number().overwrite((value) => value + 1)),

  // What people put together
  keysOfAnyScript: inQuery(
    z.object({ größe: z.int(), 日本: z.string().optional(), 'a.b': z.boolean(), "it's": z.date().nullish() }),
  ),
  keysOfAnyKind: inQuery(z.record(z.string().min(1), z.union([z.boolean(), z.string()]))),
  discriminatedByNumber: inQuery(
    z.discriminatedUnion('v', [
      z.object({ v: z.literal(1), at: z.date() }),
      z.object({ v: z.literal([2, 3]), at: z.string() }),
    ]),
  ),
  discriminatedByBoolean: inQuery(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), ids: z.set(z.int()) }),
      z.object({ ok: z.literal(false), error: z.string().min(1) }),
    ]),
  ),
  discriminatedOptional: inQuery(
    z.discriminatedUnion('t', [
      z.object({ t: z.literal('x').optional(), n: z.int() }),
      z.object({ t: z.literal('y'), at: z.date() }),
    ]),
  ),
  discriminatedRefined: inBody(
    z.discriminatedUnion('kind', [
      Cat.describe('A cat.'),
      Dog.refine(() => true, 'Good'),
      z.object({ kind: z.null() }),
    ]),
  ),
  arrayOfDiscriminated: inBody(z.array(z.discriminatedUnion('kind', [Cat, Dog])).max(2)),
  partOfNamed: inQuery(
    Event.pick({ id: true, at: true })
      .extend({ note: z.string().max(3).nullable() })
      .partial(),
  ),
  namedWithWords: inBody(
    z.object({ at: Point.describe('Where.'), to: Point.refine(() => true, 'There').optional() }),
  ),
  strictIntersection: inQuery(z.strictObject({ a: z.int() }).and(z.strictObject({ b: z.date().optional() }))),
  looseInside: inBody(
    z.object({ meta: z.looseObject({ at: z.date(), n: z.bigint().optional() }), s: z.string() }),
  ),
  defaultsInside: inBody(
    z.array(
      z.object({
        at: z.date().default(new Date(0)),
        n: z.int().catch(7),
        u: z.union([z.int(), z.null()]).default(1),
      }),
    ),
  ),
  tupleOfUnions: inQuery(z.tuple([z.union([z.int(), z.enum(['a', ''])]), z.boolean().or(z.date())])),
  recordOfUnions: inBody(
    z.record(z.string(), z.union([z.date(), z.array(z.bigint()), z.object({ at: z.date() })])),
  ),
  recordByTemplate: inQuery(z.record(z.templateLiteral(['k-', z.int()]), z.int())),
  unionDateNumber: anywhere(z.union([z.date(), z.number(), z.boolean()])),
  unionUndefined: inQuery(z.union([z.int(), z.undefined()]).optional()),
  enumOddTexts: anywhere(z.enum(['x y', "it's", 'ü', '1', 'true', 'null', 'a,b'])),
  emailBounded: anywhere(z.string().email().min(6).max(30)),
  stringRegexUnicode: anywhere(z.string().regex(/^\p{L}{1,3}$/u)),
  codecEpoch: anywhere(
    z.codec(z.int().min(0).max(10_000), z.date(), {
      decode: (seconds) => new Date(seconds * 1000),
      encode: (date) => Math.floor(date.getTime() / 1000),
    }),
    z.date(),
  ),

  // What contains itself
  recursive: inBody(Tree),
  recursiveNamed: inBody(Linked),
  recursiveMutual: inBody(Even),
  lazy: anywhere(z.lazy(() => z.int())),
  lazyRecursive: inBody(Nested),
  json: inBody(z.json()),
  unknown: inBody(z.unknown()),
  any: inBody(z.any()),

  // What is named and described
  named: inQuery(Point),
  namedTwice: inBody(z.object({ from: Point, to: Point.optional(), path: z.array(Point) })),
  namedDates: inBody(Event),
  namedDefaults: inBody(Preset),
  described: anywhere(
    z
      .string()
      .min(1)
      .meta({ description: 'A name.', examples: ['Ada'], deprecated: true, title: 'Name' }),
  ),
} as const satisfies Record<string, Construct>;

export type ConstructName = keyof typeof constructs;

/** What cannot travel: a schema, the path to the part that cannot, and a word of the reason. */
export const refusals = {
  map: { schema: z.map(z.string(), z.int()), path: 'value', reason: 'Map' },
  mapInside: { schema: z.object({ a: z.map(z.string(), z.int()) }), path: 'value.a', reason: 'Map' },
  function: { schema: z.function(), path: 'value', reason: 'function' },
  symbol: { schema: z.record(z.string(), z.symbol()), path: 'value.*', reason: 'symbol' },
  custom: { schema: z.custom<string>((value) => typeof value === 'string'), path: 'value', reason: 'custom' },
  instance: { schema: z.tuple([z.string(), z.instanceof(URL)]), path: 'value[1]', reason: 'custom' },
  promise: { schema: z.promise(z.string()), path: 'value', reason: 'promise' },
  nan: { schema: z.union([z.string(), z.nan()]), path: 'value', reason: 'NaN' },
  infinityLiteral: {
    schema: z.literal(['a', Number.POSITIVE_INFINITY]),
    path: 'value',
    reason: 'cannot represent Infinity',
  },
  nanLiteral: {
    schema: z.object({ a: z.literal(Number.NaN) }),
    path: 'value.a',
    reason: 'cannot represent NaN',
  },
  infinityEnum: {
    schema: z.enum({ All: Number.NEGATIVE_INFINITY }),
    path: 'value',
    reason: 'cannot represent -Infinity',
  },
  throwingDefault: {
    schema: z.object({ a: z.array(z.string().default(() => JSON.parse('{'))) }),
    path: 'value.a[]',
    reason: 'reading it throws',
  },
  throwingGetter: {
    schema: z.object({
      a: z.object({
        get b(): z.ZodString {
          throw new TypeError('No schema yet.');
        },
      }),
    }),
    path: 'value.a',
    reason: 'No schema yet',
  },
  bigintLiteral: { schema: z.literal(5n), path: 'value', reason: 'bigint' },
} as const satisfies Record<string, { schema: unknown; path: string; reason: string }>;

/** What cannot travel as an output only: nothing says what a bare transform gives. */
export const outputRefusals = {
  file: { schema: z.file(), path: 'value', reason: 'file' },
  files: { schema: z.array(z.file()), path: 'value[]', reason: 'file' },
  transform: { schema: z.string().transform((text) => text.length), path: 'value', reason: 'transform' },
} as const;
