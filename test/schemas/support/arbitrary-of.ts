import fc from 'fast-check';
import { FORMATS } from './formats.js';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export type Resolve = (reference: string) => JsonSchema;

/** How deep a schema that contains itself is followed. */
const DEEPEST = 3;

/** Values that a JSON Schema means to accept, made by walking it; not all of them are, which is for a validator to say. */
export function arbitraryOf(schema: JsonSchema, resolve: Resolve, depth = 0): fc.Arbitrary<unknown> {
  const visit = (part: JsonSchema): fc.Arbitrary<unknown> => arbitraryOf(part, resolve, depth);
  const { $ref, const: only, enum: few, anyOf, oneOf, allOf, ...own } = schema;
  if (typeof $ref === 'string') return arbitraryOf({ ...resolve($ref), ...own }, resolve, depth + 1);
  if ('const' in schema) return fc.constant(only);
  if (Array.isArray(few)) return fc.constantFrom(...few);
  const branches = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (branches) {
    // Far down, only what ends.
    const open = depth < DEEPEST ? branches : branches.filter((branch) => !leadsDeeper(branch));
    return fc.oneof(
      ...(open.length > 0 ? open : branches).map((branch) => visit(merge({ ...own, allOf }, branch))),
    );
  }
  if (Array.isArray(allOf)) return visit((allOf as readonly JsonSchema[]).reduce(merge, own));
  return ofType(own, resolve, depth);
}

function leadsDeeper(schema: JsonSchema): boolean {
  return ['$ref', 'items', 'properties', 'additionalProperties'].some((keyword) => keyword in schema);
}

function merge(left: JsonSchema, right: JsonSchema): JsonSchema {
  const { allOf = [], ...rest } = left;
  const both = { ...rest, ...right } as Record<string, unknown>;
  const parts = [
    ...((allOf as JsonSchema[] | undefined) ?? []),
    ...((right.allOf as JsonSchema[] | undefined) ?? []),
  ];
  if (left.pattern !== undefined && right.pattern !== undefined) {
    both.patterns = [...((left.patterns as string[] | undefined) ?? [left.pattern]), right.pattern];
  }
  if (left.properties && right.properties) both.properties = { ...left.properties, ...right.properties };
  if (left.required && right.required) {
    both.required = [...(left.required as string[]), ...(right.required as string[])];
  }
  return parts.length > 0 ? { ...both, allOf: parts } : both;
}

function ofType(schema: JsonSchema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => ofType({ ...schema, type: one }, resolve, depth)));
  switch (type) {
    case 'string':
      return ofText(schema);
    case 'integer':
    case 'number':
      return ofNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return ofList(schema, resolve, depth);
    case 'object':
      return ofObject(schema, resolve, depth);
    default:
      return fc.jsonValue({ maxDepth: 2, noUnicodeString: false } as never);
  }
}

/** Any text without half a surrogate pair, with what URLs and JSON have to escape more often than by chance. */
export const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  fc.string({ unit: fc.constantFrom(...' +%&=/?#[].:;,"\\\'<>~!*()@$|é😀'), minLength: 1, maxLength: 4 }),
  fc.constantFrom('null', 'true', '0', '7', '1e21', '-0', '2026-01-02', 'a%2Fb', '..a', ' '),
);

function ofText(schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    format,
    pattern,
    patterns,
    minLength = 0,
    maxLength,
  } = schema as {
    format?: string;
    pattern?: string;
    patterns?: readonly string[];
    minLength?: number;
    maxLength?: number;
  };
  const known = format === undefined ? undefined : FORMATS[format];
  if (known) return known;
  if (patterns || (pattern !== undefined && /\(\?[=!<]|\\p/.test(pattern))) {
    return fc
      .tuple(fc.constantFrom('', 'a', 'z'), anyText, fc.constantFrom('', 'z'))
      .map((parts) => parts.join(''));
  }
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, 200));
  const length = { minLength, maxLength: Math.max(minLength, maxLength ?? minLength + 6) };
  const fitting = fc.string({ unit: fc.constantFrom(...'abz AZ09é-_'), ...length });
  return minLength > 0 || maxLength !== undefined ? fitting : fc.oneof(anyText, fitting);
}

function ofNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema as Record<
    string,
    number
  >;
  const low = minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  const inside = (value: number) => Math.min(Math.max(value, low), high);
  const whole = fc.oneof(
    fc.integer({ min: -20, max: 20 }).map(inside),
    fc.maxSafeInteger().map((value) => Math.trunc(inside(value))),
    fc.constantFrom(0, low, high).map((value) => (Number.isFinite(value) ? value : 0)),
  );
  if (multipleOf !== undefined)
    return fc.integer({ min: -1000, max: 1000 }).map((value) => value * multipleOf);
  if ((type as unknown) === 'integer') return whole;
  const wide = fc.double({ noNaN: true, noDefaultInfinity: true }).map(inside);
  const near = fc.double({ noNaN: true, min: Math.max(low, -10), max: Math.min(high, 10) });
  return fc.oneof(whole, wide, near);
}

function ofList(schema: JsonSchema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const {
    prefixItems = [],
    items,
    minItems = 0,
    maxItems,
    uniqueItems,
  } = schema as {
    prefixItems?: readonly JsonSchema[];
    items?: JsonSchema | false;
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
  };
  const isOpen = typeof items === 'object' && (depth < DEEPEST || minItems > prefixItems.length);
  const rest = isOpen ? arbitraryOf(items as JsonSchema, resolve, depth + 1) : undefined;
  const least = Math.max(0, minItems - prefixItems.length);
  const most = rest ? Math.max(least, Math.min((maxItems ?? 100) - prefixItems.length, 3)) : 0;
  const heads = prefixItems.map((item) => arbitraryOf(item, resolve, depth + 1));
  const head = fc
    .tuple(fc.tuple(...heads), fc.integer({ min: Math.min(minItems, heads.length), max: heads.length }))
    .map(([values, length]) => (values as unknown[]).slice(0, length));
  const length = { minLength: least, maxLength: most };
  const tail = rest
    ? uniqueItems
      ? fc.uniqueArray(rest, {
          ...length,
          comparator: (left, right) => JSON.stringify(left) === JSON.stringify(right),
        })
      : fc.array(rest, length)
    : fc.constant([]);
  return fc
    .tuple(head, tail)
    .map(([first, more]) => (first.length === heads.length ? [...first, ...more] : first));
}

function ofObject(schema: JsonSchema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
    patternProperties,
  } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
    additionalProperties?: JsonSchema | boolean;
    propertyNames?: JsonSchema;
    patternProperties?: Readonly<Record<string, JsonSchema>>;
  };
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const known: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, property] of Object.entries(properties)) {
    if (depth >= DEEPEST && !required.includes(key)) continue;
    if (!('not' in property)) known[key] = arbitraryOf(property, resolve, depth + 1);
  }
  for (const key of required) known[key] ??= rest ? arbitraryOf(rest, resolve, depth + 1) : fc.constant('x');
  const own = fc.record(known, { requiredKeys: Object.keys(known).filter((key) => required.includes(key)) });
  const pairs: fc.Arbitrary<[string, unknown]>[] = [];
  if (rest && depth < DEEPEST) {
    const key = propertyNames ? arbitraryOf(propertyNames, resolve) : anyKey;
    pairs.push(fc.tuple(key as fc.Arbitrary<string>, arbitraryOf(rest, resolve, depth + 1)));
  }
  for (const [pattern, value] of Object.entries(patternProperties ?? {})) {
    pairs.push(
      fc.tuple(
        fc.stringMatching(new RegExp(pattern, 'u')).map((key) => key.slice(0, 12)),
        arbitraryOf(value, resolve, depth + 1),
      ),
    );
    pairs.push(fc.tuple(anyKey, fc.constantFrom<unknown>('x', 1, true)));
  }
  if (pairs.length === 0) return own;
  const more = fc.array(fc.oneof(...pairs), { maxLength: 2 });
  return fc.tuple(own, more).map(([object, added]) => ({ ...Object.fromEntries(added), ...object }));
}

const anyKey = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcdxyz_-0189 .é'), minLength: 1, maxLength: 5 }),
  fc.constantFrom(
    'a',
    'constructor',
    'toString',
    'length',
    '0',
    'a[b]',
    ']',
    '[]',
    '%5B',
    '%',
    'a]b[',
    '日本',
  ),
);
