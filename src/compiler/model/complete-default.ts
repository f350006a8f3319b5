import * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { isWritten } from './is-written.js';
import { readStable } from './read-stable.js';
import { defOf, metaOf, type Side } from './zod-schema.js';

/**
 * Says the value that a default, prefault or catch stands in with, as JSON carries it. One that is another at every
 * build, such as a random id or the present time, is left out; the field stays optional all the same.
 */
export function completeDefault(schema: Schema, json: Record<string, unknown>, side: Side): void {
  const def = defOf(schema);
  if (def.type !== 'default' && def.type !== 'prefault' && def.type !== 'catch') return;
  if ('default' in metaOf(schema) || (def.type === 'prefault' && side === 'output')) return;
  const read = () => (def.type === 'catch' ? def.catchValue(undefined as never) : def.defaultValue);
  // zod leaves out bigints, and on the input side what stands behind a transform.
  const isSaid = 'default' in json || side === 'output' || isTaken(def.innerType, read);
  const stable = isSaid ? readStable(() => requireWritten(read())) : undefined;
  if (stable) json.default = stable.value;
  else delete json.default;
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
