import type { MockSchema, MockSchemas } from './mock-schema.js';

/** Merges a schema with its `$ref` and its `allOf` into one. */
export function resolveSchema(schema: MockSchema, schemas: MockSchemas): MockSchema {
  const { $ref, allOf = [], ...rest } = schema;
  const parts = [...($ref === undefined ? [] : [findSchema($ref, schemas)]), ...allOf];
  return parts.reduce<MockSchema>((whole, part) => mergeSchemas(whole, resolveSchema(part, schemas)), rest);
}

function findSchema($ref: string, schemas: MockSchemas): MockSchema {
  return schemas[nameOf($ref)] ?? {};
}

/** Returns a schema that requires both. If both have a choice, one of them stays separate, in `allOf`. */
export function mergeSchemas(left: MockSchema, right: MockSchema): MockSchema {
  const { anyOf, oneOf, ...others } = left;
  const open = [
    ...(anyOf && right.anyOf ? [{ anyOf }] : []),
    ...(oneOf && right.oneOf ? [{ oneOf }] : []),
    ...(left.allOf ?? []),
    ...(right.allOf ?? []),
  ];
  return {
    ...others,
    ...(anyOf && { anyOf }),
    ...(oneOf && { oneOf }),
    ...right,
    ...mergeBounds(left, right),
    ...(open.length > 0 && { allOf: open }),
    ...((left.type === 'integer' || right.type === 'integer') && { type: 'integer' }),
    ...(left.enum && right.enum && { enum: left.enum.filter((value) => right.enum?.includes(value)) }),
    ...(left.pattern && right.pattern && { patterns: listPatterns(left, right) }),
    ...(left.properties &&
      right.properties && { properties: mergeProperties(left.properties, right.properties) }),
    required: [...(left.required ?? []), ...(right.required ?? [])],
  };
}

function mergeBounds(left: MockSchema, right: MockSchema): MockSchema {
  const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
  const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;
  const both = [...lower, ...upper].flatMap((key): [string, number][] => {
    const [one, other] = [left[key], right[key]];
    if (one === undefined || other === undefined) return [];
    return [[key, lower.some((name) => name === key) ? Math.max(one, other) : Math.min(one, other)]];
  });
  return Object.fromEntries(both);
}

function listPatterns(left: MockSchema, right: MockSchema): readonly string[] {
  return [left, right].flatMap(({ pattern, patterns }) => patterns ?? pattern ?? []);
}

function mergeProperties(left: MockSchemas, right: MockSchemas): MockSchemas {
  const merged = Object.entries(right).map(([name, property]): [string, MockSchema] => {
    const other = left[name];
    return [name, other ? { allOf: [other, property] } : property];
  });
  return { ...left, ...Object.fromEntries(merged) };
}

/** Whether no value satisfies the schema. */
export function isNever({ not }: MockSchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

/** Returns how deep lists and objects nest in the smallest value; `Infinity` if every value is infinite. */
export function measureDepth(schema: MockSchema, schemas: MockSchemas): number {
  const known = DEPTHS.get(schemas) ?? measureNamed(schemas);
  DEPTHS.set(schemas, known);
  return measure(schema, known);
}

type Depths = ReadonlyMap<string, number>;

const DEPTHS = new WeakMap<MockSchemas, Depths>();

/** Repeats until no depth changes, from the inside out: recursive schemas have too many paths to follow each. */
function measureNamed(schemas: MockSchemas): Depths {
  const depths = new Map<string, number>();
  for (let isOver = false; !isOver; ) {
    isOver = true;
    for (const [name, schema] of Object.entries(schemas)) {
      const depth = measure(schema, depths);
      if (depth === (depths.get(name) ?? Infinity)) continue;
      depths.set(name, depth);
      isOver = false;
    }
  }
  return depths;
}

function measure(schema: MockSchema, depths: Depths): number {
  const { $ref } = schema;
  if ($ref !== undefined) return depths.get(nameOf($ref)) ?? Infinity;
  const measureAll = (parts: readonly MockSchema[]) => parts.map((part) => measure(part, depths));
  const choices = schema.anyOf ?? schema.oneOf;
  const chosen = choices ? Math.min(...measureAll(choices)) : 0;
  const needed = (schema.required ?? []).flatMap((name) => schema.properties?.[name] ?? []);
  const items = schema.minItems && schema.items ? [schema.items] : [];
  const parts = [...needed, ...items];
  const nested = parts.length > 0 ? 1 + Math.max(...measureAll(parts)) : 0;
  return Math.max(chosen, nested, ...measureAll(schema.allOf ?? []));
}

function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
