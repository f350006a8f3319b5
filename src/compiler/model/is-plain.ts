import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { type AnyDef, defOf, findNamedParent } from './zod-schema.js';

const LEAVES: ReadonlySet<string> = new Set(
  'string number boolean date bigint null undefined void any unknown never enum literal template_literal'.split(
    ' ',
  ),
);
const COMPOSITES: ReadonlySet<string> = new Set(
  'object array tuple record optional nonoptional nullable default readonly'.split(' '),
);

/**
 * Whether a schema and all in it but what is `known` are of the kinds that are converted one by one, inside out: what zod
 * says of them depends on nothing around them.
 */
export function isPlain(
  schema: Schema,
  known: Pick<ReadonlyMap<Schema, unknown>, 'has'>,
  open = new Set<Schema>(),
): boolean {
  if (known.has(schema)) return true;
  const { processJSONSchema, toJSONSchema } = schema._zod;
  if (!processJSONSchema || toJSONSchema || open.has(schema) || findNamedParent(schema)) return false;
  const def = defOf(schema);
  if (LEAVES.has(def.type)) return true;
  if (!COMPOSITES.has(def.type) || (def.type === 'record' && !isOfAnyText(def))) return false;
  open.add(schema);
  const isEachPlain = listParts(def).every((part) => isPlain(part, known, open));
  open.delete(schema);
  return isEachPlain;
}

/** What zod and we say of other keys depends on which of them is completed first. */
function isOfAnyText({ keyType, mode }: z.core.$ZodRecordDef): boolean {
  const key = defOf(keyType);
  return mode !== 'loose' && key.type === 'string' && !('check' in key) && !key.checks?.length;
}

/** The schemas that a schema of such a kind is made of. */
export function listParts(def: AnyDef): readonly Schema[] {
  switch (def.type) {
    case 'object':
      return [...Object.values(def.shape), ...(def.catchall ? [def.catchall] : [])];
    case 'array':
      return [def.element];
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])];
    case 'record':
      return [def.keyType, def.valueType];
    default:
      return 'innerType' in def ? [def.innerType as Schema] : [];
  }
}
