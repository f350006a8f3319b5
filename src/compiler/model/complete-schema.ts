import type { Schema } from '../../definition/schema.js';
import type { JsonSchema } from '../../model/json-schema.js';
import { completeDefault } from './complete-default.js';
import { completeItem } from './complete-item.js';
import { completeLeaf } from './complete-leaf.js';
import { completeRecord } from './complete-record.js';
import { completeSet } from './complete-set.js';
import { completeWords } from './complete-string.js';
import { completeTuple } from './complete-tuple.js';
import { completeUnion } from './complete-union.js';
import { describeInJson } from './describe-text.js';
import { isOptionalOn } from './is-optional.js';
import { printJsonForm } from './json-form.js';
import { defOf, findNamedParent, metaOf, type Side } from './zod-schema.js';

type Convert = (schema: Schema) => JsonSchema;

/**
 * Fills in what zod leaves out of the JSON Schema of one schema, and mends what it says otherwise than it parses.
 * `convert` converts the parts that zod has not; `completed` is what was completed before, what a schema refers to
 * included.
 */
export function completeSchema(
  schema: Schema,
  json: Record<string, unknown>,
  side: Side,
  convert: Convert,
  completed: ReadonlyMap<Schema, JsonSchema>,
): void {
  // What the author noted of a schema may be anything.
  for (const key of ['const', 'enum', ...Object.keys(metaOf(schema))]) {
    if (key in json) sayAsJson(json, key);
  }
  completeByType(schema, json, side, convert);
  if (json.$ref !== undefined) dropRepeated(json, findReferred(schema, completed));
  completeDefault(schema, json, side);
  const text = describeInJson(schema, side);
  if (text !== undefined) json.description = text;
}

/** What a named schema says is not said again beside a reference to it, by one that adds a description or a check. */
function dropRepeated(json: Record<string, unknown>, referred: JsonSchema): void {
  for (const [key, value] of Object.entries(referred)) {
    if (JSON.stringify(json[key]) === JSON.stringify(value)) delete json[key];
  }
}

function findReferred(schema: Schema, completed: ReadonlyMap<Schema, JsonSchema>): JsonSchema {
  const named = findNamedParent(schema);
  return (named && completed.get(named)) ?? {};
}

function completeByType(schema: Schema, json: Record<string, unknown>, side: Side, convert: Convert): void {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      // An undeclared key is stripped on the way in and on the way out: consumers need not refuse one.
      if (side === 'output' && !def.catchall) delete json.additionalProperties;
      releaseMissing(def.shape, json, side);
      break;
    case 'array':
      json.items = completeItem(def.element, json.items as JsonSchema, side);
      break;
    case 'set':
      completeSet(def, json, side, convert);
      break;
    case 'tuple':
      completeTuple(def, json, side);
      break;
    case 'record':
      completeRecord(def, json, side);
      break;
    case 'union':
      completeUnion(def, json);
      break;
    case 'pipe':
      if (side === 'input') completeWords(schema, json);
      break;
    case 'readonly':
      // What zod freezes is sent all the same; in OpenAPI the word means that it is not.
      if (!isSaidReadOnly(schema)) delete json.readOnly;
      break;
    default:
      completeLeaf(schema, json);
  }
}

/** What is caught, or undefined in an answer, may be missing as well; zod's own JSON Schema requires it. */
function releaseMissing(
  shape: Readonly<Record<string, Schema>>,
  json: Record<string, unknown>,
  side: Side,
): void {
  const required = json.required as readonly string[] | undefined;
  const kept = required?.filter((key) => !isOptionalOn(side, shape[key] as Schema)) ?? [];
  if (kept.length > 0) json.required = kept;
  else delete json.required;
}

function isSaidReadOnly(schema: Schema): boolean {
  return (metaOf(schema) as { readOnly?: unknown }).readOnly === true;
}

/** Data as JSON carries it: bigints as decimal strings, dates as ISO text, sets as lists; gone where it has no form. */
function sayAsJson(json: Record<string, unknown>, key: string): void {
  const text = printJsonForm(json[key]);
  if (text === undefined) delete json[key];
  else json[key] = JSON.parse(text);
}
