import * as z from 'zod';
import { listFieldErrors } from '../../authoring/field-errors.js';
import { prepareParse } from '../../authoring/prepare-parse.js';
import type { Schema } from '../../authoring/schema.js';
import type { FieldError } from '../../protocol/envelope.js';
import { type ErrorMap, findErrorMap } from '../messages/find-error-map.js';
import { createRefusal } from '../respond/create-refusal.js';
import type { Refusal } from '../respond/fail.js';
import type { Fault } from './decode/decoding.js';
import { type Meaning, type ReadInput, readMeaning } from './read-meaning.js';

export type CheckedInput = { readonly input: unknown } | { readonly refusal: Refusal };

/**
 * Prepares the check of a schema's input: it is decoded, and parsed by the schema. The refusal is a BAD_REQUEST with
 * one entry per offending field: what the decoder found, and what the schema says, both in the words of `locale`, but
 * for messages that the schema brings.
 */
export function prepareInputCheck(
  schema: Schema,
): (read: ReadInput, locale: string) => CheckedInput | Promise<CheckedInput> {
  const findParams = rememberParams();
  return (read, locale) => {
    const params = findParams(locale);
    const meaning = readMeaning(schema, read, params);
    if (!(meaning instanceof Promise)) return judge(schema, meaning, params.error);
    return meaning.then((read) => judge(schema, read, params.error));
  };
}

function judge(
  schema: Schema,
  { decoded: { value, faults }, checked }: Meaning,
  errorMap: ErrorMap | undefined,
): CheckedInput | Promise<CheckedInput> {
  if (checked.success && faults.length === 0) return { input: checked.data };
  const errors = checked.success ? [] : listFieldErrors(checked.error.issues, value);
  if (faults.length === 0) return refuse(errors);
  return merge(schema, value, faults, errors, errorMap).then(refuse);
}

function refuse(errors: readonly FieldError[]): CheckedInput {
  return { refusal: createRefusal('BAD_REQUEST', 'input.invalid', { errors }) };
}

type Params = { readonly reportInput: true; readonly error?: ErrorMap };

/** One object a locale: zod takes them as they are, and the locales are those of the service. */
function rememberParams(): (locale: string) => Params {
  const known = new Map<string, Params>();
  return (locale) => {
    let params = known.get(locale);
    if (!params) {
      const error = findErrorMap(locale);
      params = { reportInput: true, ...(error && { error }) };
      known.set(locale, params);
    }
    return params;
  };
}

/**
 * The schema's entries, with the decoder's for what the decoder refused. Where the schema has a message of its
 * own for a field, that one stands: it is found by asking the schema to word its issues recognisably.
 */
async function merge(
  schema: Schema,
  value: unknown,
  faults: readonly Fault[],
  errors: readonly FieldError[],
  errorMap: ErrorMap | undefined,
): Promise<FieldError[]> {
  const worded = await prepareParse(schema)(value, { error: () => UNWORDED, reportInput: true });
  const plain = worded.success ? [] : listFieldErrors(worded.error.issues, value);
  const hasOwnMessage = new Set(plain.filter(({ message }) => message !== UNWORDED).map(keyOf));
  const merged = new Map(errors.map((error) => [keyOf(error), error]));
  for (const fault of faults) {
    const error = { path: fault.path.map(String), message: word(fault, errorMap) };
    if (!hasOwnMessage.has(keyOf(error))) merged.set(keyOf(error), error);
  }
  return [...merged.values()];
}

const UNWORDED = '\u0000';

function keyOf(error: FieldError): string {
  return JSON.stringify(error.path);
}

function word(fault: Fault, errorMap: ErrorMap | undefined): string {
  const { customError, localeError } = z.config();
  for (const map of [errorMap, customError, localeError, z.locales.en().localeError]) {
    const said = map?.(fault as unknown as Parameters<ErrorMap>[0]);
    const message = typeof said === 'string' ? said : said?.message;
    if (message !== undefined) return message;
  }
  return 'Invalid input';
}
