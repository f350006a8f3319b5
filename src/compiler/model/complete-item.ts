import type { Schema } from '../../definition/schema.js';
import type { JsonSchema } from '../../model/json-schema.js';
import { mayBeUndefined } from './is-optional.js';
import type { Side } from './zod-schema.js';

/** What stands in a list, of which `json` is known: in an answer JSON writes a null where nothing does. */
export function completeItem(item: Schema, json: JsonSchema, side: Side): JsonSchema {
  return side === 'output' && mayBeUndefined(item) ? { anyOf: [json, { type: 'null' }] } : json;
}
