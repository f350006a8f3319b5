import type { Schema } from '../../definition/schema.js';

const WRAPPERS = new Set('optional nonoptional readonly default prefault catch'.split(' '));

/** Whether an output is always nothing, so that the answer has no body; as the description sees it. */
export function isEmptyOutput(schema: Schema | undefined): boolean {
  if (!schema) return true;
  const def = schema._zod.def as unknown as {
    readonly type: string;
    readonly innerType: Schema;
    readonly out: Schema;
    readonly getter: () => Schema;
  };
  if (def.type === 'void' || def.type === 'undefined') return true;
  if (def.type === 'pipe') return isEmptyOutput(def.out);
  if (def.type === 'lazy') return isEmptyOutput(def.getter());
  return WRAPPERS.has(def.type) && isEmptyOutput(def.innerType);
}
