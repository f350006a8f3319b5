import { isNever } from './combine-schemas.js';
import { isSparse, type MakePart, type Making } from './making.js';
import type { MockSchema } from './mock-schema.js';
import { drawInteger } from './random.js';

/** How often an optional property is present. */
const SHARE_OF_OPTIONAL = 0.8;

/** Makes an object with all required properties, most optional ones, and a few further keys if any are allowed. */
export function makeObject(schema: MockSchema, making: Making, makePart: MakePart): object {
  const { properties = {}, required = [], additionalProperties: rest, propertyNames } = schema;
  const made: [name: string, value: unknown][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const isThere = required.includes(name) || (!isSparse(making) && making.random() < SHARE_OF_OPTIONAL);
    if (isThere && !isNever(property)) made.push([name, makePart(property)]);
  }
  const others = typeof rest === 'object' ? rest : {};
  for (const name of required) if (!(name in properties)) made.push([name, makePart(others)]);
  if (isSparse(making)) return Object.fromEntries(made);
  for (const [pattern, property] of Object.entries(schema.patternProperties ?? {})) {
    made.push([String(makePart({ type: 'string', pattern })), makePart(property)]);
  }
  const isOpen = typeof rest === 'object' && !isNever(rest);
  for (let left = isOpen ? drawInteger(making.random, 1, 3) : 0; left > 0; left--) {
    const name = String(makePart({ type: 'string', ...propertyNames }));
    if (!made.some(([other]) => other === name)) made.push([name, makePart(others)]);
  }
  return Object.fromEntries(made);
}
