import { listFieldErrors } from '../../authoring/field-errors.js';
import type { Schema } from '../../authoring/schema.js';
import { findErrorMap } from '../messages/find-error-map.js';
import { createRefusal } from '../respond/create-refusal.js';
import type { Refusal } from '../respond/fail.js';
import { type Meaning, type ReadInput, readMeaning } from './read-meaning.js';

export type CheckedInput = { readonly input: unknown } | { readonly refusal: Refusal };

/**
 * Checks an input: it is decoded, and parsed by the schema. The refusal is a BAD_REQUEST with one entry per offending
 * field: what the decoder found, and what the schema says, both in the words of `locale`, but for messages that the
 * schema brings.
 */
export function checkInput(
  schema: Schema,
  read: ReadInput,
  locale: string,
): CheckedInput | Promise<CheckedInput> {
  const meaning = readMeaning(schema, read);
  return meaning instanceof Promise ? meaning.then((found) => judge(found, locale)) : judge(meaning, locale);
}

function judge({ decoded: { faults }, checked }: Meaning, locale: string): CheckedInput {
  if (checked.success && faults.length === 0) return { input: checked.data };
  const options = { error: findErrorMap(locale), instead: faults };
  const errors = listFieldErrors(checked.issues ?? [], options);
  return { refusal: createRefusal('BAD_REQUEST', 'input.invalid', { errors }) };
}
