import { contains, type Definition } from './inner-schemas.js';
import { type Parse, prepareParse } from './prepare-parse.js';
import type { Schema } from './schema.js';

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

function declaresInheritedKey({ shape }: Definition): boolean {
  return Object.keys((shape as object | undefined) ?? {}).some((key) => key in Object.prototype);
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
  const copy: Record<string, unknown> = Object.create(null);
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) copy[key] = withoutPrototypes(member, copies);
  return copy;
}
