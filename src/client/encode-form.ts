import { encodeBody } from './encode-body.js';
import type { CallOptions } from './options.js';
import { printScalar } from './print-scalar.js';

/**
 * A form of the input: blobs are files, lists repeat their field, the fields in `json` (`name`, or `name[]` where each item
 * of a list is one) are JSON documents, the rest is text as in a query. `undefined` is left out, and a list with nothing in
 * it too.
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

/** The options of a call that sends a form: the platform says its type, and it is not tried again unless they say so. */
export function withForm(options: CallOptions | undefined): CallOptions {
  return {
    ...options,
    retries: options?.retries ?? 0,
    headers: { 'Content-Type': undefined, ...options?.headers },
  };
}
