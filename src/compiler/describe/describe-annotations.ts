import * as z from 'zod';
import { contains } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';
import type { Keywords, Side } from '../schema/shape.js';
import { isWritten, printJsonForm, readStable } from './read-stable.js';
import { defOf, metaOf } from './zod-schema.js';

/** What the author says of a schema, and of the value that stands in for one. Undefined is what is not to be said. */
export function describeMeta(schema: Schema, side: Side): Keywords {
  const { id: _, ...noted } = metaOf(schema);
  const meta: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(noted)) {
    const isOfOutcome = keyword === 'examples' || keyword === 'default';
    if (isOfOutcome && side === 'input' && transforms(schema)) continue;
    meta[keyword] = readJson(value);
  }
  return meta;
}

/** What a schema says of what it wraps: it wins over what that says itself. */
export function describeWrapper(schema: Schema, side: Side): Keywords {
  const meta = describeMeta(schema, side);
  const value = describeDefault(schema, side);
  return defOf(schema).type === 'prefault' ? { ...meta, ...value } : { ...value, ...meta };
}

/**
 * The value that a default, prefault or catch stands in with, as JSON carries it. One that is another at every build,
 * such as a random id or the present time, is left out; the field stays optional all the same.
 */
function describeDefault(schema: Schema, side: Side): Keywords {
  const def = defOf(schema);
  if (def.type !== 'default' && def.type !== 'prefault' && def.type !== 'catch') return {};
  if ('default' in metaOf(schema) || (def.type === 'prefault' && side === 'output')) return {};
  const read = () => (def.type === 'catch' ? def.catchValue(undefined as never) : def.defaultValue);
  // A prefault is what a caller could have sent; other values may be what comes out of a transform.
  const isOutcome = side === 'input' && def.type !== 'prefault' && transforms(schema);
  const isSaid = !isOutcome || isTaken(def.innerType, read);
  return { default: isSaid ? readStable(() => requireWritten(read()))?.value : undefined };
}

/** Throws for a date that was taken from the clock when the module was loaded: it is another at every build. */
function requireWritten(value: unknown): unknown {
  if (value instanceof Date && !isWritten(value)) throw new RangeError('The date is not written.');
  return value;
}

/** Whether a caller could send the value as well. */
function isTaken(schema: Schema, read: () => unknown): boolean {
  try {
    return z.safeParse(schema, read()).success;
  } catch {
    return false;
  }
}

/** Whether what comes out of a schema is another value than goes in, in any part of it. */
function transforms(schema: Schema): boolean {
  return contains(
    schema,
    (definition) => definition.type === 'transform' || 'reverseTransform' in definition,
  );
}

/** Data as JSON carries it: bigints as decimal strings, dates as ISO text, sets as lists; undefined where it has no form. */
export function readJson(value: unknown): unknown {
  const text = printJsonForm(value);
  return text === undefined ? undefined : JSON.parse(text);
}
