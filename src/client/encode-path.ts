import { printScalar } from './print-scalar.js';

/**
 * Fills in `path` and removes the values that it uses from `input`. Throws a `TypeError` for a value that is missing,
 * not a scalar, or that a URL would drop or resolve as a directory (empty, `.`, `..`).
 */
export function encodePath(path: string, input: { [key: string]: unknown }): string {
  return path.replace(/{(\w+)}/g, (_, key: string) => {
    const value = input[key];
    const text = printScalar(value);
    if (
      value === undefined ||
      (typeof value === 'object' && !(value instanceof Date)) ||
      /^\.{0,2}$/.test(text)
    ) {
      throw new TypeError(`"${key}" cannot be "${text}" in a path.`);
    }
    delete input[key];
    return encodeURIComponent(text);
  });
}
