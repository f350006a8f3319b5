import type * as z from 'zod';
import { contains, type Definition } from '../definition/inner-schemas.js';
import type { Schema } from '../definition/schema.js';

const SYNCHRONOUS_TYPES = new Set(
  (
    'string number int bigint boolean symbol date null undefined void never nan any unknown literal enum file ' +
    'template_literal object array tuple record map set union intersection optional nullable nonoptional readonly ' +
    'default prefault lazy'
  ).split(' '),
);
const SYNCHRONOUS_CHECKS = new Set(
  (
    'less_than greater_than multiple_of number_format bigint_format max_size min_size size_equals max_length ' +
    'min_length length_equals string_format mime_type overwrite describe meta'
  ).split(' '),
);

/** Whether a schema certainly parses synchronously: it has no function, such as a refinement or a transform. */
export function isSynchronous(schema: Schema): boolean {
  return !contains(schema, mayBeAsynchronous);
}

/** Whether a schema with this definition may be asynchronous itself, regardless of inner schemas. */
export function mayBeAsynchronous({ type, checks = [] }: Definition): boolean {
  const isKnown = ({ _zod }: z.core.$ZodCheck) => SYNCHRONOUS_CHECKS.has(_zod.def.check);
  return !SYNCHRONOUS_TYPES.has(type) || !(checks as readonly z.core.$ZodCheck[]).every(isKnown);
}
