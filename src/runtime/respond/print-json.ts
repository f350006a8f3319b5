import { definitionOf, listInnerSchemas } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';

export type JsonPrinter = (value: unknown) => string;

/**
 * Prepares the printer of a schema's output: dates as ISO date-times, bigints as decimal strings, sets as arrays. Their
 * `toJSON`, which could return what the schema does not declare, is not called. A schema without any of them, and
 * without unknown types, is printed without looking for them.
 */
export function prepareJsonPrinter(schema: Schema | undefined): JsonPrinter {
  const isPlain = schema !== undefined && !mayContainNonJson(schema, new Set());
  return (value) => {
    const text = isPlain ? JSON.stringify(value) : JSON.stringify(replaceDate(value), replaceNonJson);
    if (text === undefined) throw new TypeError(`JSON cannot represent a ${typeof value}.`);
    return text;
  };
}

/** Checks the original: `value` is already the result of its `toJSON`, if it has one. */
function replaceNonJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const original = this[key];
  if (typeof original === 'bigint') return original.toString();
  return replaceDates(original instanceof Set ? [...original] : value);
}

/** Replaces the dates in an object or list by texts before `JSON.stringify` calls their `toJSON`. */
function replaceDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceDate);
  if (typeof value !== 'object' || value === null) return value;
  const dates = Object.entries(value).filter(([, member]) => member instanceof Date);
  if (dates.length === 0) return value;
  return { ...value, ...Object.fromEntries(dates.map(([key, date]) => [key, replaceDate(date)])) };
}

const { getTime, toISOString } = Date.prototype;

/** An invalid date becomes null, as in JSON. */
function replaceDate(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Number.isNaN(getTime.call(value)) ? null : toISOString.call(value);
}

const PLAIN_TYPES = new Set(
  'string number int boolean null undefined void never nan literal enum template_literal'.split(' '),
);
const COMPOSITE_TYPES = new Set(
  'object array tuple record union intersection optional nullable nonoptional readonly lazy'.split(' '),
);

function mayContainNonJson(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { type, values } = definitionOf(schema);
  if (PLAIN_TYPES.has(type))
    return Array.isArray(values) && values.some((value) => typeof value === 'bigint');
  if (!COMPOSITE_TYPES.has(type)) return true;
  return listInnerSchemas(schema).some((inner) => mayContainNonJson(inner, seen));
}
