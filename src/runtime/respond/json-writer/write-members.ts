import { definitionOf } from '../../../authoring/inner-schemas.js';
import type { Schema } from '../../../definition/schema.js';
import { type Appending, GIVE_UP } from './json-writer.js';

/**
 * The body of the function that writes an object with these keys and no others; undefined where one of them cannot be
 * written, or would stand elsewhere than in the order of the shape.
 */
export function writeMembers(
  shape: Readonly<Record<string, Schema>>,
  append: (schema: Schema, variable: string) => Appending | undefined,
): string | undefined {
  if (Reflect.ownKeys(shape).some(isOdd)) return undefined;
  const members = Object.entries(shape);
  const lines = [`if (typeof value !== 'object' || value === null || Array.isArray(value)) ${GIVE_UP}`];
  // Before a member that is always there it is known what stands between it and what was written.
  let before: '{' | ',' | '?' = '{';
  // What the member before still lacks. It goes out with what follows: each piece of a text is a thing of its own to V8.
  let rest = '';
  lines.push(`let text = '';`);
  for (const [index, [key, schema]] of members.entries()) {
    const variable = `m${index}`;
    const appending = append(schema, variable);
    if (appending === undefined) return undefined;
    const { open, code, close } = appending;
    const name = `${JSON.stringify(key)}:${open}`;
    lines.push(`const ${variable} = value[${JSON.stringify(key)}];`);
    if (!canBeLeftOut(schema)) {
      lines.push(`if (${variable} === undefined) ${GIVE_UP}`, between(before, rest, name), code);
      [before, rest] = [',', close];
      continue;
    }
    if (rest !== '') lines.push(`text += ${JSON.stringify(rest)};`);
    lines.push(
      `if (${variable} !== undefined) { ${between(before, '', name)} ${code} text += ${JSON.stringify(close)}; }`,
    );
    if (before === '{') before = '?';
    rest = '';
  }
  const end = JSON.stringify(`${rest}}`);
  lines.push(before === ',' ? `return text + ${end};` : `return text === '' ? '{}' : text + ${end};`);
  return lines.join('\n');
}

/** Appends what stands before a member's value. */
function between(before: '{' | ',' | '?', rest: string, name: string): string {
  if (before === '?') return `text += text === '' ? '{' : ','; text += ${JSON.stringify(name)};`;
  return `text += ${JSON.stringify(rest + before + name)};`;
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
