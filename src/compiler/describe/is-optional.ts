import type { Schema } from '../../definition/schema.js';
import type { Side } from '../schema/shape.js';
import { defOf } from './zod-schema.js';

/**
 * Whether a value may be missing on a side. On input, preprocessing is looked through, as in zod's own JSON Schema, and
 * a value with a catch may be missing. On output, so may a required value that can be undefined: JSON omits it.
 */
export function isOptionalOn(side: Side, schema: Schema): boolean {
  if (side === 'output') return mayBeUndefined(schema);
  const def = defOf(schema);
  if (def.type === 'pipe' && defOf(def.in).type === 'transform') return isOptionalOn(side, def.out);
  return schema._zod.optin !== undefined;
}

/** Whether a schema can produce `undefined`. */
export function mayBeUndefined(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (schema._zod.optout === 'optional') return true;
  if (seen.has(schema)) return false;
  const visit = (part: Schema): boolean => mayBeUndefined(part, new Set([...seen, schema]));
  const def = defOf(schema);
  switch (def.type) {
    case 'any':
    case 'unknown':
    case 'undefined':
    case 'void':
      return true;
    case 'literal':
      return def.values.includes(undefined);
    case 'union':
      return def.options.some(visit);
    case 'intersection':
      return visit(def.left) && visit(def.right);
    case 'pipe':
      return visit(def.out);
    case 'lazy':
      return visit(def.getter());
    case 'nullable':
    case 'readonly':
    case 'catch':
    case 'prefault':
      return visit(def.innerType);
    default:
      return false;
  }
}

/** Whether the author lets a whole schema be omitted: `.optional()`, or a value that replaces it. */
export function acceptsUndefined(schema: Schema): boolean {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return true;
    case 'readonly':
      return acceptsUndefined(def.innerType);
    case 'pipe':
      return acceptsUndefined(defOf(def.in).type === 'transform' ? def.out : def.in);
    default:
      return false;
  }
}
