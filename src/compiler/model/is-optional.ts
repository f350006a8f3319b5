import type { Schema } from '../../authoring/schema.js';
import { defOf, type Side } from './zod-schema.js';

/** Whether a value may be missing on a side. Past transforms, as zod's own JSON Schema does; what is caught may be. */
export function isOptionalOn(side: Side, schema: Schema): boolean {
  if (side === 'output') return schema._zod.optout === 'optional';
  const def = defOf(schema);
  if (def.type === 'pipe' && defOf(def.in).type === 'transform') return isOptionalOn(side, def.out);
  return schema._zod.optin !== undefined;
}
