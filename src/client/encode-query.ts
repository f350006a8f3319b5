import { printScalar } from './print-scalar.js';

/**
 * `?a=1&a=2&b[c]=x`, or nothing: arrays repeat their key, objects nest in brackets, `undefined` is left out, and
 * `a[]` without a value is an array or an object with nothing in it. Brackets inside a key are encoded twice. A nested
 * key that is empty is a `TypeError`.
 */
export function encodeQuery(input: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) appendToQuery(query, encodeKey(key), value);
  return `?${query}`.replace(/%5B%5D=(?=&|$)/g, '%5B%5D').replace(/^\?$/, '');
}

function appendToQuery(query: URLSearchParams, key: string, value: unknown): void {
  if (typeof value === 'object' && value && !(value instanceof Date)) {
    const isList = Array.isArray(value) || value instanceof Set;
    const parts: [string, unknown][] = isList
      ? [...value].map((item) => [key, item])
      : Object.entries(value).map(([name, member]) => [`${key}[${encodeKey(name, key)}]`, member]);
    const sent = parts.filter(([, part]) => part !== undefined);
    for (const [name, part] of sent) appendToQuery(query, name, part);
    if (!sent[0]) query.append(`${key}[]`, '');
  } else if (value !== undefined) query.append(key, printScalar(value));
}

function encodeKey(name: string, owner?: string): string {
  if (!name && owner) throw new TypeError(`"" cannot stand in a query as a key of "${owner}".`);
  return name.replace(/[%[\]]/g, encodeURIComponent);
}
