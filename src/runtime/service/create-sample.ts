import * as z from 'zod';
import type { SampleCall } from '../../dashboard/key-use.js';
import { makeValue } from '../../examples/make-value.js';
import type { MockSchema, MockSchemas } from '../../examples/mock-schema.js';
import { createContext } from '../explorer/make-example.js';
import type { Route } from '../route-table.js';

/** Creates a call of a GET that needs no values; null if it needs any. */
export function createPlainSample({ name, path, procedure }: Route): SampleCall | null {
  const { input } = procedure.definition;
  const isPlain = input === undefined || (!path.includes(':') && takesNothing(input));
  return isPlain ? { operation: name, path, input: null } : null;
}

/** Creates a call of a GET with the fewest values that it accepts; null if they cannot be derived from its schema. */
export function createSample({ name, path, procedure }: Route): SampleCall | null {
  const { input } = procedure.definition;
  if (input === undefined) return null;
  try {
    const schema = readSchema(input);
    const example = makeValue(schema, createContext(schema.$defs ?? {}));
    return { operation: name, path: fillPath(path, Object(example)), input: example };
  } catch {
    // JSON Schema cannot represent the input.
    return null;
  }
}

function takesNothing(input: z.core.$ZodType): boolean {
  try {
    return z.safeParse(input, {}).success;
  } catch {
    // A schema with an asynchronous check cannot be tried here.
    return false;
  }
}

/** Dates are sent as text; JSON Schema has no type for them. */
function describeDate({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
}

/** Plain data, with the schemas that it refers to. */
interface InputSchema extends MockSchema {
  readonly $defs?: MockSchemas;
}

function readSchema(input: z.core.$ZodType): InputSchema {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: describeDate });
  return JSON.parse(JSON.stringify(schema));
}

/** Fills in the path parameters and puts the rest into the query string. */
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

/** Percent-encodes a text, including single quotes. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}
