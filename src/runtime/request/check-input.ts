import * as z from 'zod';
import { listFieldErrors } from '../../authoring/field-errors.js';
import type { Schema } from '../../authoring/schema.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { FieldError } from '../../protocol/envelope.js';
import type { Fault } from './decode/decoding.js';
import { type ReadInput, readMeaning } from './read-meaning.js';

export type ErrorMap = z.core.$ZodErrorMap;

/**
 * Decodes an input and parses it by its schema. Throws a BAD_REQUEST with one entry per offending field: what the
 * decoder found, and what the schema says. `errorMap` words both, but for messages that the schema brings.
 */
export async function checkInput(
  schema: Schema,
  read: ReadInput,
  errorMap: ErrorMap | undefined,
): Promise<unknown> {
  const { decoded, checked } = await readMeaning(schema, read, {
    reportInput: true,
    ...(errorMap && { error: errorMap }),
  });
  const { value, faults } = decoded;
  if (checked.success && faults.length === 0) return checked.data;
  const errors = checked.success ? [] : listFieldErrors(checked.error.issues, value);
  throw new BuiltInError('BAD_REQUEST', 'input.invalid', {
    errors: faults.length === 0 ? errors : await merge(schema, value, faults, errors, errorMap),
  });
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
  const worded = await z.safeParseAsync(schema, value, { error: () => UNWORDED, reportInput: true });
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

/** How zod words its issues in `locale`; undefined for English, where what the application configured stands. */
export function findErrorMap(locale: string): ErrorMap | undefined {
  const language = locale.split('-', 1)[0] as string;
  if (language === 'en') return undefined;
  const locales: Readonly<Record<string, (() => { localeError: ErrorMap }) | undefined>> = z.locales;
  return (locales[locale.replaceAll('-', '')] ?? locales[language])?.().localeError;
}
