import * as z from 'zod';
import type { Schema } from '../../authoring/schema.js';
import { type JsonSchema, mapReferences, REFERENCE_PREFIX } from './json-schema.js';
import { defOf, metaOf, type Side } from './zod-schema.js';

/** One side of a schema as JSON Schema, and the named schemas it refers to. References are `#/components/schemas/<name>`. */
export interface ConvertedSchema {
  readonly schema: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/**
 * Converts through zod's own `z.toJSONSchema`, with what it leaves out filled in: dates, bigints, sets,
 * discriminators. `nameOf` says which schemas are named; it overrides the schemas' own ids.
 */
export function convertSchema(
  schema: Schema,
  side: Side,
  nameOf: (schema: Schema) => string | undefined,
): ConvertedSchema {
  const definitions = new Map<string, JsonSchema>();
  const convert = (part: Schema): JsonSchema => {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(part, {
      io: side,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: namedRegistry(nameOf),
      override: ({ zodSchema, jsonSchema }) => completeSchema(zodSchema, jsonSchema, side, convert),
    }) as Record<string, unknown> & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs)) definitions.set(name, redirect(definition));
    return redirect(root);
  };
  return { schema: convert(schema), definitions };
}

type Registry = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['metadata']>;

/** zod reads names from a registry: this one answers with the schemas' own metadata under the given names. */
function namedRegistry(nameOf: (schema: Schema) => string | undefined): Registry {
  const get = (schema: Schema) => {
    const { id: _, ...meta } = metaOf(schema);
    const name = nameOf(schema);
    return name === undefined ? meta : { ...meta, id: name };
  };
  return { get, has: () => true } as unknown as Registry;
}

function completeSchema(
  schema: Schema,
  json: Record<string, unknown>,
  side: Side,
  convert: (schema: Schema) => JsonSchema,
): void {
  const def = defOf(schema);
  if (json.$ref !== undefined) return;
  switch (def.type) {
    case 'date':
      Object.assign(json, { type: 'string', format: 'date-time' });
      break;
    case 'bigint':
      Object.assign(json, { type: 'string', pattern: '^-?\\d+$' });
      break;
    case 'set':
      Object.assign(json, { type: 'array', items: convert(def.valueType), uniqueItems: true });
      break;
    case 'undefined':
    case 'void':
      json.not = {};
      break;
    case 'object':
      // An undeclared key is stripped on the way in and on the way out: consumers need not refuse one.
      if (side === 'output' && !def.catchall) delete json.additionalProperties;
      break;
    case 'record':
      if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
      break;
    case 'readonly':
      // What zod freezes is sent all the same; in OpenAPI the word means that it is not.
      if (!isSaidReadOnly(schema)) delete json.readOnly;
      break;
    case 'union':
      addDiscriminator(def, json);
      break;
  }
  for (const key of ['default', 'examples', 'const', 'enum']) {
    if (key in json) json[key] = writable(json[key]);
  }
}

function isSaidReadOnly(schema: Schema): boolean {
  return (metaOf(schema) as { readOnly?: unknown }).readOnly === true;
}

/** A named discriminated union says which property decides, and which value leads where. */
function addDiscriminator(def: object, json: Record<string, unknown>): void {
  const { discriminator, options } = def as { discriminator?: string; options: readonly Schema[] };
  const members = (json.oneOf ?? json.anyOf) as readonly { $ref?: string }[] | undefined;
  if (discriminator === undefined || !members?.every(({ $ref }) => $ref !== undefined)) return;
  const mapping: Record<string, string> = {};
  options.forEach((option, index) => {
    const values = option._zod.propValues?.[discriminator] ?? [];
    for (const value of values) mapping[String(value)] = members[index]?.$ref ?? '';
  });
  json.discriminator = { propertyName: discriminator, mapping };
}

/** As JSON carries it: bigints as decimal strings, dates as ISO text. */
function writable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? 'null',
  );
}

function redirect(schema: JsonSchema): JsonSchema {
  return mapReferences(schema, (reference) => reference.replace(/^#\/\$defs\//, REFERENCE_PREFIX));
}
