import * as z from 'zod';
import type { SampleCall } from '../../dashboard/key-use.js';
import type { Route } from '../route-table.js';

/** A call of a GET with the fewest values that it takes; null when they cannot be told from its schema. */
export function createSample({ name, path, procedure }: Route): SampleCall | null {
  const { input } = procedure.definition;
  if (input === undefined || (!path.includes(':') && takesNothing(input)))
    return { operation: name, path, input: null };
  try {
    const example = createExample(
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: describeDate }),
    );
    return { operation: name, path: fillPath(path, Object(example)), input: example };
  } catch {
    // There is what JSON Schema cannot say.
    return null;
  }
}

function takesNothing(input: z.core.$ZodType): boolean {
  try {
    return z.safeParse(input, {}).success;
  } catch {
    // A schema with an asynchronous check cannot be asked here.
    return false;
  }
}

/** Dates travel as text, of which JSON Schema knows nothing. */
function describeDate({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
}

type Schema = z.core.JSONSchema.BaseSchema;

/** A value of the schema, with its required properties only. */
function createExample(schema: Schema): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch) return createExample(branch);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => createExample(part)));
  switch (schema.type) {
    case 'object':
      return createObject(schema);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => createExample(Object(schema.items)));
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return createText(schema);
  }
}

function createObject({ properties = {}, required = [] }: Schema): unknown {
  return Object.fromEntries(required.map((name) => [name, createExample(Object(properties[name]))] as const));
}

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  uri: 'https://example.com',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
};

function createText({ format = '', minLength = 0, maxLength }: Schema): string {
  const text = (TEXTS[format] ?? 'example').padEnd(minLength, 'x');
  return TEXTS[format] === undefined ? text.slice(0, maxLength) : text;
}

/** The path with its parameters filled in, and the rest in the query string. */
function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name) ?? 'ID';
    rest.delete(name);
    return encode(String(value));
  });
  const query = [...rest].flatMap(([name, value]) => printParameter(name, value)).join('&');
  return query === '' ? filled : `${filled}?${query}`;
}

function printParameter(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => printParameter(name, item));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => printParameter(`${name}[${key}]`, item));
  return [`${encode(name)}=${encode(String(value))}`];
}

/** Safe in single quotes too. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}
