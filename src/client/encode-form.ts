import { encodeBody } from './encode-body.js';
import type { CallOptions } from './options.js';
import { printScalar } from './print-scalar.js';

/**
 * Encodes the input as a form: blobs are files, lists repeat their field, the fields in `json` (`name`, or `name[]` if
 * each item of a list is one) are JSON documents, everything else is text as in a query. `undefined` and empty lists
 * are left out.
 */
export function encodeForm(input: object, json: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    const isList = (Array.isArray(value) || value instanceof Set) && !json.includes(name);
    const isJson = json.includes(isList ? `${name}[]` : name);
    for (const item of isList ? value : [value]) {
      if (item === undefined) continue;
      const part = isJson ? new Blob([encodeBody(item)], { type: 'application/json' }) : item;
      form.append(name, part instanceof Blob ? part : printScalar(part));
    }
  }
  return form;
}

/** Adapts the options of a call that sends a form: the platform sets the content type, and retries default to none. */
export function withForm(options: CallOptions | undefined): CallOptions {
  return {
    ...options,
    retries: options?.retries ?? 0,
    headers: { 'Content-Type': undefined, ...options?.headers },
  };
}
