import type { Schema } from '../definition/schema.js';
import { contains, type Definition, isSchema } from './inner-schemas.js';
import { type Parse, prepareParse } from './prepare-parse.js';

const known = new WeakMap<Schema, Parse>();

/**
 * Prepares the parse of a schema by which a value has no members but its own. zod reads members without asking whose
 * they are, and would take `Object` for a `constructor` that is left out. A schema that declares no key which all
 * objects inherit is parsed as `prepareParse` does, without a copy.
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

/** The value with its plain objects as copies that inherit nothing, at any depth. Instances of classes stay as they are. */
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
