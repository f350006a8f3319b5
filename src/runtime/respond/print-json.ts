import { definitionOf, listInnerSchemas } from '../../authoring/inner-schemas.js';
import type { Schema } from '../../authoring/schema.js';

export type JsonPrinter = (value: unknown) => string;

/**
 * Prepares the printer of a schema's output: dates as ISO date-times, bigints as decimal strings, sets as arrays.
 * A schema that holds neither bigints nor sets, nor anything of unknown make, is printed without looking for them.
 */
export function prepareJsonPrinter(schema: Schema | undefined): JsonPrinter {
  const isPlain = schema !== undefined && !mayHoldExotics(schema, new Set());
  return (value) => {
    const text = isPlain ? JSON.stringify(value) : JSON.stringify(value, printExotic);
    if (text === undefined) throw new TypeError(`JSON has no form for a ${typeof value}.`);
    return text;
  };
}

function printExotic(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Set ? [...value] : value;
}

const PLAIN_TYPES = new Set(
  'string number int boolean date null undefined void never nan literal enum template_literal'.split(' '),
);
const COMPOSITE_TYPES = new Set(
  'object array tuple record union intersection optional nullable nonoptional readonly lazy'.split(' '),
);

function mayHoldExotics(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { type, values } = definitionOf(schema);
  if (PLAIN_TYPES.has(type)) return Array.isArray(values) && hasBigint(values);
  if (!COMPOSITE_TYPES.has(type)) return true;
  return listInnerSchemas(schema).some((inner) => mayHoldExotics(inner, seen));
}

function hasBigint(values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'bigint');
}
