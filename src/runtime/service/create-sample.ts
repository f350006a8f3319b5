import * as z from 'zod';
import type { SampleCall } from '../../dashboard/key-use.js';
import { makeValue } from '../../examples/make-value.js';
import type { MockSchema, MockSchemas } from '../../examples/mock-schema.js';
import { startMaking } from '../explorer/make-example.js';
import type { Route } from '../route-table.js';

/** A call of a GET that has nothing to fill in; null where there is something. */
export function createPlainSample({ name, path, procedure }: Route): SampleCall | null {
  const { input } = procedure.definition;
  const isPlain = input === undefined || (!path.includes(':') && takesNothing(input));
  return isPlain ? { operation: name, path, input: null } : null;
}

/** A call of a GET with the fewest values that it takes; null when they cannot be told from its schema. */
export function createSample({ name, path, procedure }: Route): SampleCall | null {
  const { input } = procedure.definition;
  if (input === undefined) return null;
  try {
    const schema = readSchema(input);
    const example = makeValue(schema, startMaking(schema.$defs ?? {}));
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

/** Plain data, with the schemas that it refers to. */
interface InputSchema extends MockSchema {
  readonly $defs?: MockSchemas;
}

function readSchema(input: z.core.$ZodType): InputSchema {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: describeDate });
  return JSON.parse(JSON.stringify(schema));
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
