import { contains, type Definition, isSchema } from '../definition/inner-schemas.js';
import type { Schema } from '../definition/schema.js';
import { type Parse, prepareParse } from './prepare-parse.js';

const known = new WeakMap<Schema, Parse>();

/**
 * Prepares a parse that reads own properties only. zod reads inherited ones too and would find `Object` for a missing
 * `constructor`. Schemas without such keys parse like those of `prepareParse`, without copying the value.
 */
export function prepareOwnParse(schema: Schema): Parse {
  const before = known.get(schema);
  if (before) return before;
  const plain = prepareParse(schema);
  const parse: Parse = contains(schema, declaresInheritedKey)
    ? (value) => plain(withoutPrototypes(value))
    : plain;
  known.set(schema, parse);
  return parse;
}

function declaresInheritedKey({ shape, keyType }: Definition): boolean {
  const keys = [
    ...Object.keys((shape as object | undefined) ?? {}),
    ...(isSchema(keyType) ? (keyType._zod.values ?? []) : []),
  ];
  return keys.some((key) => key !== null && key !== undefined && (key as PropertyKey) in Object.prototype);
}

/**
 * The value with plain objects replaced by copies without a prototype, at any depth. Instances of classes are kept.
 */
function withoutPrototypes(value: unknown, copies: Map<object, unknown> = new Map()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(withoutPrototypes(item, copies));
    return list;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Record<PropertyKey, unknown> = Object.create(null);
  copies.set(value, copy);
  for (const key of Reflect.ownKeys(value)) {
    if (!Object.prototype.propertyIsEnumerable.call(value, key)) continue;
    copy[key] = withoutPrototypes((value as Record<PropertyKey, unknown>)[key], copies);
  }
  return copy;
}
