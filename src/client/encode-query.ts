import { printScalar } from './print-scalar.js';

/** `?a=1&a=2&b[c]=x`, or nothing: arrays repeat their key, objects nest in brackets, `undefined` is left out. */
export function encodeQuery(input: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) appendToQuery(query, key, value);
  return `?${query}`.replace(/^\?$/, '');
}

function appendToQuery(query: URLSearchParams, key: string, value: unknown): void {
  if (Array.isArray(value) || value instanceof Set) {
    for (const item of value) appendToQuery(query, key, item);
  } else if (typeof value === 'object' && value && !(value instanceof Date)) {
    for (const [name, member] of Object.entries(value)) appendToQuery(query, `${key}[${name}]`, member);
  } else if (value !== undefined) query.append(key, printScalar(value));
}
