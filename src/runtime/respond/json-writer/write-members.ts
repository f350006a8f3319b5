import { definitionOf } from '../../../authoring/inner-schemas.js';
import type { Schema } from '../../../authoring/schema.js';
import { GIVE_UP } from './json-writer.js';

/**
 * The body of the function that writes an object with these keys and no others; undefined where one of them cannot be
 * written, or would stand elsewhere than in the order of the shape.
 */
export function writeMembers(
  shape: Readonly<Record<string, Schema>>,
  append: (schema: Schema, variable: string) => string | undefined,
): string | undefined {
  if (Reflect.ownKeys(shape).some(isOdd)) return undefined;
  const members = Object.entries(shape);
  const lines = [`if (typeof value !== 'object' || value === null || Array.isArray(value)) ${GIVE_UP}`];
  // Before a member that is always there it is known what stands between it and what was written.
  let lead = '{';
  lines.push(`let text = '';`);
  for (const [index, [key, schema]] of members.entries()) {
    const variable = `m${index}`;
    const appended = append(schema, variable);
    if (appended === undefined) return undefined;
    const name = JSON.stringify(`${JSON.stringify(key)}:`);
    const isOptional = canBeLeftOut(schema);
    const between =
      lead === '?'
        ? `text += text === '' ? '{' : ','; text += ${name};`
        : `text += ${JSON.stringify(lead)} + ${name};`;
    lines.push(`const ${variable} = value[${JSON.stringify(key)}];`);
    if (isOptional) lines.push(`if (${variable} !== undefined) { ${between} ${appended} }`);
    else lines.push(`if (${variable} === undefined) ${GIVE_UP}`, between, appended);
    if (!isOptional) lead = ',';
    else if (lead === '{') lead = '?';
  }
  lines.push(lead === ',' ? `return text + '}';` : `return text === '' ? '{}' : text + '}';`);
  return lines.join('\n');
}

/** A symbol, an index, which comes before all names, or what zod leaves out. */
function isOdd(key: PropertyKey): boolean {
  return typeof key !== 'string' || key === '__proto__' || /^\d+$/.test(key);
}

/** Types of which undefined is never a value of any kind, so that one that is optional stays undefined. */
const SOLID = new Set('string number boolean date null literal enum object array union'.split(' '));

function canBeLeftOut(schema: Schema): boolean {
  const { type, innerType } = definitionOf(schema);
  if (type !== 'optional' || schema._zod.traits.has('$ZodExactOptional')) return false;
  const inner = definitionOf(innerType as Schema);
  if (inner.type === 'nullable') return SOLID.has(definitionOf(inner.innerType as Schema).type);
  return SOLID.has(inner.type);
}
