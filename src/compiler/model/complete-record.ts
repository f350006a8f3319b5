import type { Schema } from '../../authoring/schema.js';
import { listPatterns } from './complete-string.js';
import { printPattern } from './print-pattern.js';

/** Says nothing of keys that may be anything, and the patterns of a loose record's keys as JSON Schema takes them. */
export function completeRecord(keyType: Schema, json: Record<string, unknown>): void {
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
  const before = json.patternProperties as Readonly<Record<string, unknown>> | undefined;
  if (!before) return;
  const printed = new Map(listPatterns(keyType).map((pattern) => [pattern.source, printPattern(pattern)]));
  const after = Object.entries(before).flatMap(([source, value]): [string, unknown][] => {
    const pattern = printed.has(source) ? printed.get(source) : source;
    return pattern === undefined ? [] : [[pattern, value]];
  });
  if (after.length > 0) json.patternProperties = Object.fromEntries(after);
  else delete json.patternProperties;
}
