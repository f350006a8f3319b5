import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { listPatterns } from './complete-string.js';
import { isOptionalOn } from './is-optional.js';
import { printPattern } from './print-pattern.js';
import { defOf, type Side } from './zod-schema.js';

/**
 * A record of few keys says each of them by its name, as an object does; one of any keys says nothing of them; the
 * keys of a loose record are patterns as JSON Schema takes them, and beside them stands anything.
 */
export function completeRecord(def: z.core.$ZodRecordDef, json: Record<string, unknown>, side: Side): void {
  const keys = listKeys(def.keyType);
  if (keys) nameKeys(keys, def.valueType, json, side);
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
  if (json.patternProperties) loosen(def.keyType, json);
}

/** The keys that a record has by name; undefined where a key can be more than these. */
function listKeys(keyType: Schema): readonly string[] | undefined {
  const { type } = defOf(keyType);
  const { values } = keyType._zod;
  return values && ['enum', 'literal', 'union'].includes(type) ? [...values].map(String) : undefined;
}

/** Of a record with named keys most tools see an index signature only, and none of them see what is missing. */
function nameKeys(keys: readonly string[], value: Schema, json: Record<string, unknown>, side: Side): void {
  const { additionalProperties: one, propertyNames: _, required, ...own } = json;
  for (const keyword of Object.keys(json)) delete json[keyword];
  Object.assign(json, own, { properties: Object.fromEntries(keys.map((key) => [key, one])) });
  // JSON leaves out what is undefined.
  if (required && !isOptionalOn(side, value)) json.required = required;
  if (side === 'input') json.additionalProperties = false;
}

function loosen(keyType: Schema, json: Record<string, unknown>): void {
  const before = json.patternProperties as Readonly<Record<string, unknown>>;
  const printed = new Map(listPatterns(keyType).map((pattern) => [pattern.source, printPattern(pattern)]));
  const after = Object.entries(before).flatMap(([source, value]): [string, unknown][] => {
    const pattern = printed.has(source) ? printed.get(source) : source;
    return pattern === undefined ? [] : [[pattern, value]];
  });
  if (after.length > 0) json.patternProperties = Object.fromEntries(after);
  else delete json.patternProperties;
  // Said aloud, since tools take the patterns for all there is.
  json.additionalProperties = {};
}
