import { definitionOf } from '../../../authoring/inner-schemas.js';
import type { Schema } from '../../../authoring/schema.js';
import type { JsonWriter } from './json-writer.js';

interface Member {
  readonly key: string;
  /** What stands before the value: its comma, its name and its colon. */
  readonly lead: string;
  /** Whether it may be undefined, and is left out then. */
  readonly isOptional: boolean;
  readonly write: JsonWriter;
}

/**
 * Prepares the writer of an object with these keys and no others; undefined where one of them cannot be written, or
 * would stand elsewhere than in the order of the shape.
 */
export function prepareObject(
  shape: Readonly<Record<string, Schema>>,
  prepare: (schema: Schema) => JsonWriter | undefined,
): JsonWriter | undefined {
  if (Reflect.ownKeys(shape).some(isOdd)) return undefined;
  const members: Member[] = [];
  for (const [key, schema] of Object.entries(shape)) {
    const write = prepare(schema);
    if (!write) return undefined;
    members.push({ key, lead: `,${JSON.stringify(key)}:`, isOptional: canBeLeftOut(schema), write });
  }
  return (value) => (isObject(value) ? writeMembers(value, members) : undefined);
}

function writeMembers(
  value: Readonly<Record<string, unknown>>,
  members: readonly Member[],
): string | undefined {
  let text = '';
  for (let index = 0; index < members.length; index++) {
    const { key, lead, isOptional, write } = members[index] as Member;
    const member = value[key];
    if (member === undefined) {
      if (isOptional) continue;
      return undefined;
    }
    const written = write(member);
    if (written === undefined) return undefined;
    text += lead + written;
  }
  return text === '' ? '{}' : `{${text.slice(1)}}`;
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
