import type { Schema } from '../../definition/schema.js';
import { completePattern, completeString } from './complete-string.js';
import { defOf } from './zod-schema.js';

/** Completes the JSON Schema of a schema without schemas inside. */
export function completeLeaf(schema: Schema, json: Record<string, unknown>): void {
  switch (defOf(schema).type) {
    case 'date':
      Object.assign(json, { type: 'string', format: 'date-time' });
      break;
    case 'bigint':
      Object.assign(json, { type: 'string', pattern: '^-?(?:0|[1-9]\\d*)$' });
      break;
    case 'number':
      dropEndless(json);
      break;
    case 'string':
      completeString(schema, json);
      break;
    case 'template_literal':
      completePattern(schema, json);
      break;
    case 'undefined':
    case 'void':
      json.not = {};
  }
}

/** A bound that is no number bounds nothing, and JSON has no form for it. */
function dropEndless(json: Record<string, unknown>): void {
  for (const key of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
    if (key in json && !Number.isFinite(json[key])) delete json[key];
  }
}
