import { BuiltInError, createFieldError } from '../../protocol/built-in-error.js';
import type { FormField } from '../../protocol/decoding-plan.js';
import { parseJson } from '../request/parse-json.js';
import type { FormPart } from './parse-form.js';

/**
 * Assembles the value of a form before decoding: a list for each field that is one, and for any repeated name. Throws a
 * BAD_REQUEST that names the field for invalid JSON.
 */
export function assembleForm(
  parts: readonly FormPart[],
  fields: { readonly [name: string]: FormField },
): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, { list }] of Object.entries(fields)) if (list === 'required') values.set(name, []);
  for (const part of parts) {
    const { name } = part;
    const before = values.get(name) ?? [];
    before.push(readValue(part, fields));
    values.set(name, before);
  }
  const form: Record<string, unknown> = {};
  for (const [name, all] of values) {
    const isList = all.length !== 1 || (Object.hasOwn(fields, name) && fields[name]?.list !== undefined);
    form[name] = isList ? all : all[0];
  }
  return form;
}

function readValue({ name, value }: FormPart, fields: { readonly [name: string]: FormField }): unknown {
  const isJson = Object.hasOwn(fields, name) && fields[name]?.as === 'json';
  if (!isJson || typeof value !== 'string') return value;
  try {
    return parseJson(Buffer.from(value));
  } catch (error) {
    if (!(error instanceof BuiltInError)) throw error;
    const errors = [createFieldError([name], error.wording)];
    throw new BuiltInError('BAD_REQUEST', 'input.invalid', { errors });
  }
}
