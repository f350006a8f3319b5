import type * as z from 'zod';
import type { Schema } from '../../authoring/schema.js';
import { completeString } from './complete-string.js';
import { isOptionalOn } from './describe-shape.js';
import type { JsonSchema } from './json-schema.js';
import { printWords } from './print-pattern.js';
import { defOf, metaOf, type Side } from './zod-schema.js';

/**
 * Fills in what zod leaves out of the JSON Schema of one schema, and mends what it says otherwise than it parses.
 * `convert` converts the parts that zod has not.
 */
export function completeSchema(
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
      Object.assign(json, { type: 'string', pattern: '^-?(?:0|[1-9]\\d*)$' });
      break;
    case 'string':
      completeString(schema, json);
      break;
    case 'set':
      Object.assign(json, { type: 'array', items: convert(def.valueType), ...describeSize(def) });
      // A caller may say an item twice. What is sent has none twice, where items are not lists, objects or dates.
      if (side === 'output' && isPrimitive(def.valueType)) json.uniqueItems = true;
      break;
    case 'pipe':
      if (side === 'input') describeWords(schema, json);
      break;
    case 'undefined':
    case 'void':
      json.not = {};
      break;
    case 'object':
      // An undeclared key is stripped on the way in and on the way out: consumers need not refuse one.
      if (side === 'output' && !def.catchall) delete json.additionalProperties;
      if (side === 'input') releaseCaught(def.shape, json);
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
      joinLiterals(json);
      break;
  }
  for (const key of ['default', 'examples', 'const', 'enum']) {
    if (key in json) json[key] = writable(json[key]);
  }
}

/** The sizes that a set's checks allow. */
function describeSize({
  checks = [],
}: {
  readonly checks?: readonly z.core.$ZodCheck[] | undefined;
}): object {
  const defs = checks.map((check) => check._zod.def as { minimum?: number; maximum?: number; size?: number });
  const least = defs.flatMap(({ minimum, size }) => minimum ?? size ?? []);
  const most = defs.flatMap(({ maximum, size }) => maximum ?? size ?? []);
  return {
    ...(least.length > 0 && { minItems: Math.max(...least) }),
    ...(most.length > 0 && { maxItems: Math.min(...most) }),
  };
}

const PRIMITIVES = new Set('string number bigint boolean null enum literal template_literal'.split(' '));

function isPrimitive(schema: Schema): boolean {
  const def = defOf(schema);
  if ('innerType' in def) return isPrimitive(def.innerType as Schema);
  if (def.type === 'union') return def.options.every(isPrimitive);
  return PRIMITIVES.has(def.type);
}

/** zod remembers which words its `stringbool()` takes. */
function describeWords(schema: Schema, json: Record<string, unknown>): void {
  const { truthy, falsy, case: letters } = schema._zod.bag as Partial<Record<string, unknown>>;
  if (!Array.isArray(truthy) || !Array.isArray(falsy)) return;
  const pattern = printWords([...truthy, ...falsy], letters === 'sensitive');
  if (pattern !== undefined) json.pattern = pattern;
}

/** What is caught may be missing as well; zod's own JSON Schema requires it. */
function releaseCaught(shape: Readonly<Record<string, Schema>>, json: Record<string, unknown>): void {
  const required = json.required as readonly string[] | undefined;
  const kept = required?.filter((key) => !isOptionalOn('input', shape[key] as Schema)) ?? [];
  if (kept.length > 0) json.required = kept;
  else delete json.required;
}

/** A union of nothing but literals is one `enum`. */
function joinLiterals(json: Record<string, unknown>): void {
  const members = json.anyOf as readonly JsonSchema[] | undefined;
  if (!members?.every(isLiterals)) return;
  const values = members.flatMap((member) =>
    'const' in member ? [member.const] : ((member.enum as unknown[] | undefined) ?? [null]),
  );
  const types = new Set(members.map(({ type }) => type));
  const [type] = types;
  delete json.anyOf;
  Object.assign(json, types.size === 1 && type !== undefined && { type }, { enum: [...new Set(values)] });
}

function isLiterals(member: JsonSchema): boolean {
  const isBare = Object.keys(member).every((key) => key === 'type' || key === 'const' || key === 'enum');
  return isBare && ('const' in member || 'enum' in member || member.type === 'null');
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
