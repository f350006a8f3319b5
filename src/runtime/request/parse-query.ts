import { BuiltInError, createFieldError } from '../../protocol/built-in-error.js';
import { decodeComponent } from './decode-component.js';

/** What a query says before a plan gives it types: texts, lists of texts, and objects of these. */
export type QueryValue = string | string[] | { [key: string]: QueryValue };

const QUERY_PARAMETERS_MAX = 100;
const QUERY_DEPTH_MAX = 64;

/** `a`, `a[b]`, `a[b][c]`; and `a[]`, which is `a`. */
const KEY = /^([^[\]]+)((?:\[[^[\]]+\])*)(?:\[\])?$/;

/**
 * Parses a query string: `a[b]=c` is an object, a repeated key a list, `+` a space. Throws a BAD_REQUEST for
 * broken percent-encoding, more than 100 parameters, a `__proto__`, and a key that is both a value and an object.
 */
export function parseQuery(query: string): { [key: string]: QueryValue } {
  const root: { [key: string]: QueryValue } = {};
  if (query === '') return root;
  const pairs = query.split('&', QUERY_PARAMETERS_MAX * 2).filter((pair) => pair !== '');
  if (pairs.length > QUERY_PARAMETERS_MAX) {
    throw new BuiltInError('BAD_REQUEST', 'query.tooMany', { params: { max: QUERY_PARAMETERS_MAX } });
  }
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    add(root, splitKey(key), equals < 0 ? '' : decodePart(pair.slice(equals + 1)));
  }
  return root;
}

function decodePart(encoded: string): string {
  const text = decodeComponent(encoded.replaceAll('+', ' '));
  if (text !== undefined) return text;
  throw new BuiltInError('BAD_REQUEST', 'query.encoding');
}

function splitKey(key: string): readonly string[] {
  const match = KEY.exec(key);
  const inner = match?.[2] ?? '';
  const path = match ? [match[1] as string, ...(inner === '' ? [] : inner.slice(1, -1).split(']['))] : [key];
  if (path.includes('__proto__') || path.length > QUERY_DEPTH_MAX) {
    throw new BuiltInError('BAD_REQUEST', 'query.key');
  }
  return path;
}

function add(root: { [key: string]: QueryValue }, path: readonly string[], text: string): void {
  let target = root;
  for (const key of path.slice(0, -1)) {
    const next = Object.hasOwn(target, key) ? target[key] : undefined;
    if (next === undefined) target = target[key] = {};
    else if (typeof next === 'object' && !Array.isArray(next)) target = next;
    else throw conflictAt(path);
  }
  const last = path.at(-1) as string;
  const before = Object.hasOwn(target, last) ? target[last] : undefined;
  if (before === undefined) target[last] = text;
  else if (typeof before === 'string') target[last] = [before, text];
  else if (Array.isArray(before)) before.push(text);
  else throw conflictAt(path);
}

function conflictAt(path: readonly string[]): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'input.invalid', {
    errors: [createFieldError([path[0] as string], { key: 'field.conflict' })],
  });
}
