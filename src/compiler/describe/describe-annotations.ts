import * as z from 'zod';
import { contains } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';
import type { Keywords, Side } from '../schema/shape.js';
import { isLiteralDate, printJsonForm, readStable } from './read-stable.js';
import { defOf, metaOf } from './zod-schema.js';

/** Returns a schema's metadata, undefined where JSON has no form. Examples and defaults of a transform are outputs. */
export function describeMeta(schema: Schema, side: Side): Keywords {
  const { id: _, ...authored } = metaOf(schema);
  const meta: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(authored)) {
    const isOutputValue = keyword === 'examples' || keyword === 'default';
    if (isOutputValue && side === 'input' && transforms(schema)) continue;
    meta[keyword] = readJson(value);
  }
  return meta;
}

/** Returns the keywords of a wrapper, which override those of the schema inside it. */
export function describeWrapper(schema: Schema, side: Side): Keywords {
  const meta = describeMeta(schema, side);
  const value = describeDefault(schema, side);
  return defOf(schema).type === 'prefault' ? { ...meta, ...value } : { ...value, ...meta };
}

/**
 * Returns the value of a default, prefault or catch as JSON. A value that differs between builds, such as a random id
 * or the current time, is left out; the field is optional all the same.
 */
function describeDefault(schema: Schema, side: Side): Keywords {
  const def = defOf(schema);
  if (def.type !== 'default' && def.type !== 'prefault' && def.type !== 'catch') return {};
  if ('default' in metaOf(schema) || (def.type === 'prefault' && side === 'output')) return {};
  const read = () => (def.type === 'catch' ? def.catchValue(undefined as never) : def.defaultValue);
  // A prefault is an input value; other values may be the result of a transform.
  const isOutputValue = side === 'input' && def.type !== 'prefault' && transforms(schema);
  const isIncluded = !isOutputValue || acceptsInput(def.innerType, read);
  return { default: isIncluded ? readStable(() => requireLiteralDate(read()))?.value : undefined };
}

/** Throws for a date that was read from the clock when the module was loaded: it differs between builds. */
function requireLiteralDate(value: unknown): unknown {
  if (value instanceof Date && !isLiteralDate(value))
    throw new RangeError('The date was read from the clock.');
  return value;
}

/** Whether the schema accepts the value as input. */
function acceptsInput(schema: Schema, read: () => unknown): boolean {
  try {
    return z.safeParse(schema, read()).success;
  } catch {
    return false;
  }
}

/** Whether any part of a schema transforms its input. */
function transforms(schema: Schema): boolean {
  return contains(
    schema,
    (definition) => definition.type === 'transform' || 'reverseTransform' in definition,
  );
}

/** Converts data to its JSON form: bigints to decimal strings, dates to ISO text, sets to arrays. Undefined if none. */
export function readJson(value: unknown): unknown {
  const text = printJsonForm(value);
  return text === undefined ? undefined : JSON.parse(text);
}
