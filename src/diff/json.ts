export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as text, with sorted keys, so that equal values have equal texts. */
export function printStable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printStable).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${printStable(value[key])}`).join(',')}}`;
}

export function isSame(left: unknown, right: unknown): boolean {
  return left === right || printStable(left) === printStable(right);
}
