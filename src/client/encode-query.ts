import { printScalar } from './print-scalar.js';

/**
 * Returns `?a=1&a=2&b[c]=x`, or nothing: arrays repeat their key, objects nest in brackets, `undefined` is left out,
 * and `a[]` without a value is an empty array or object. Brackets inside a key are encoded twice. Throws a `TypeError`
 * for an empty nested key, and a `URIError` for a lone surrogate.
 */
export function encodeQuery(input: object): string {
  const parts = encodeMembers(input);
  return parts[0] ? `?${parts.join('&')}` : '';
}

function encodeMembers(object: object, owner?: string): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (!name && owner !== undefined) throw new TypeError(`"${owner}" cannot have the key "" in a query.`);
    const key = name.replace(/[%[\]]/g, encodeURIComponent);
    return encodeValue(owner === undefined ? key : `${owner}[${key}]`, value);
  });
}

function encodeValue(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || !value || value instanceof Date)
    return [`${encodeURIComponent(key)}=${encodeURIComponent(printScalar(value))}`];
  const isList = Array.isArray(value) || value instanceof Set;
  const parts = isList ? [...value].flatMap((item) => encodeValue(key, item)) : encodeMembers(value, key);
  return parts[0] ? parts : [encodeURIComponent(`${key}[]`)];
}
