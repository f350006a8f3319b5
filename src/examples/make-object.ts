import { isNever } from './combine-schemas.js';
import { type GenerationContext, isSparse, type MakePart } from './generation-context.js';
import type { MockSchema } from './mock-schema.js';
import { drawInteger } from './random.js';

/** How often an optional property is present. */
const OPTIONAL_PROBABILITY = 0.8;

/** Makes an object with all required properties, most optional ones, and a few further keys if any are allowed. */
export function makeObject(schema: MockSchema, context: GenerationContext, makePart: MakePart): object {
  const { properties = {}, required = [], additionalProperties: rest, propertyNames } = schema;
  const made: [name: string, value: unknown][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const isPresent =
      required.includes(name) || (!isSparse(context) && context.random() < OPTIONAL_PROBABILITY);
    if (isPresent && !isNever(property)) made.push([name, makePart(property)]);
  }
  const others = typeof rest === 'object' ? rest : {};
  for (const name of required) if (!(name in properties)) made.push([name, makePart(others)]);
  if (isSparse(context)) return Object.fromEntries(made);
  for (const [pattern, property] of Object.entries(schema.patternProperties ?? {})) {
    made.push([String(makePart({ type: 'string', pattern })), makePart(property)]);
  }
  const isOpen = typeof rest === 'object' && !isNever(rest);
  for (let remaining = isOpen ? drawInteger(context.random, 1, 3) : 0; remaining > 0; remaining--) {
    const name = String(makePart({ type: 'string', ...propertyNames }));
    if (!made.some(([other]) => other === name)) made.push([name, makePart(others)]);
  }
  return Object.fromEntries(made);
}
