import type { Schema } from '../../authoring/schema.js';
import { mayBeUndefined } from './is-optional.js';
import type { JsonSchema } from './json-schema.js';
import type { Side } from './zod-schema.js';

/** What stands in a list, of which `json` is known: in an answer JSON writes a null where nothing does. */
export function completeItem(item: Schema, json: JsonSchema, side: Side): JsonSchema {
  return side === 'output' && mayBeUndefined(item) ? { anyOf: [json, { type: 'null' }] } : json;
}
