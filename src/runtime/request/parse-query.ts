import { BuiltInError, createFieldError } from '../../protocol/built-in-error.js';
import type { DecodingPlan } from '../../protocol/decoding-plan.js';
import { decodeComponent } from './decode-component.js';

/** A query value before a plan adds types: texts, lists of texts, and objects of these. */
export type QueryValue = string | string[] | { [key: string]: QueryValue };

const QUERY_PARAMETERS_MAX = 100;
const QUERY_DEPTH_MAX = 64;

const EMPTY = /(?:\[|%5B)(?:\]|%5D)$/i;
/** Characters that the generated client encodes inside a key, so that they are not taken for brackets around one. */
const ENCODED_BRACKET = /%(?:5B|5D|25)/gi;

export type QueryParser = (query: string) => { [key: string]: QueryValue };

/**
 * Parses a query string: `a[b]=c` is an object, a repeated key a list, `+` a space, and `a[]` without `=` an empty
 * list. Throws a BAD_REQUEST for broken percent-encoding, more than 100 parameters, a `__proto__`, and a key that is
 * both a value and an object.
 */
export const parseQuery: QueryParser = prepareQueryParser([]);

/** Prepares a `parseQuery` for which likely keys, in their form in a query, are parsed in advance. */
export function prepareQueryParser(keys: readonly string[]): QueryParser {
  const paths = new Map(keys.map((key) => [key, readKey(key)]));
  return (query) => {
    const root: { [key: string]: QueryValue } = {};
    let count = 0;
    for (let start = 0; start < query.length; ) {
      const ampersand = query.indexOf('&', start);
      const end = ampersand < 0 ? query.length : ampersand;
      if (end > start) {
        count += 1;
        if (count > QUERY_PARAMETERS_MAX) throw tooMany();
        const pair = query.slice(start, end);
        const equals = pair.indexOf('=');
        const key = equals < 0 ? pair : pair.slice(0, equals);
        const path = paths.get(key) ?? readKey(key);
        if (equals < 0 && EMPTY.test(key)) addEmptyList(root, path);
        else add(root, path, equals < 0 ? '' : readPart(pair.slice(equals + 1)));
      }
      start = end + 1;
    }
    return root;
  };
}

function readPart(encoded: string): string {
  return encoded.includes('%') || encoded.includes('+') ? decodePart(encoded) : encoded;
}

function decodePart(encoded: string): string {
  const text = decodeComponent(encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded);
  if (text !== undefined) return text;
  throw new BuiltInError('BAD_REQUEST', 'query.encoding');
}

/** Parses `a`, `a[b]`, `a[b][c]` and `a[]`, which equals `a`. Unbalanced brackets are ordinary characters. */
function readKey(encoded: string): readonly string[] {
  const key = readPart(encoded);
  const names = splitBrackets(key) ?? [key];
  const path = key.includes('%') ? names.map(decodeBrackets) : names;
  if (path.length <= QUERY_DEPTH_MAX && !path.includes('__proto__')) return path;
  throw new BuiltInError('BAD_REQUEST', 'query.key');
}

function decodeBrackets(name: string): string {
  return name.replace(ENCODED_BRACKET, decodeURIComponent);
}

function splitBrackets(key: string): readonly string[] | undefined {
  const first = key.indexOf('[');
  const name = key.slice(0, first);
  if (first <= 0 || name.includes(']')) return undefined;
  const path = [name];
  for (let opening = first; opening < key.length; ) {
    const closing = key.indexOf(']', opening);
    if (key[opening] !== '[' || closing < 0) return undefined;
    const member = key.slice(opening + 1, closing);
    opening = closing + 1;
    if (member.includes('[')) return undefined;
    if (member !== '') path.push(member);
    else if (opening < key.length) return undefined;
  }
  return path;
}

type QueryObject = { [key: string]: QueryValue };

function add(root: QueryObject, path: readonly string[], text: string): void {
  const target = findOwner(root, path);
  const key = path.at(-1) as string;
  const before = Object.hasOwn(target, key) ? target[key] : undefined;
  if (before === undefined) target[key] = text;
  else if (typeof before === 'string') target[key] = [before, text];
  else if (Array.isArray(before)) before.push(text);
  else throw conflictAt(path);
}

function addEmptyList(root: QueryObject, path: readonly string[]): void {
  const target = findOwner(root, path);
  const key = path.at(-1) as string;
  if (!Object.hasOwn(target, key)) target[key] = [];
}

/** Returns the object that contains the last key of a path, creating it if necessary. */
function findOwner(root: QueryObject, path: readonly string[]): QueryObject {
  let target = root;
  for (let index = 0; index < path.length - 1; index++) {
    const key = path[index] as string;
    const next = Object.hasOwn(target, key) ? target[key] : undefined;
    if (next === undefined) target = target[key] = {};
    else if (typeof next === 'object' && !Array.isArray(next)) target = next;
    else throw conflictAt(path);
  }
  return target;
}

function conflictAt(path: readonly string[]): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'input.invalid', {
    errors: [createFieldError([path[0] as string], { key: 'field.conflict' })],
  });
}

function tooMany(): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'query.tooMany', { params: { max: QUERY_PARAMETERS_MAX } });
}

/**
 * Lists the query keys of the values in `plan`: `a[b]` as a person writes it, and as `URLSearchParams` and the
 * generated client encode it. Plans behind a `ref` may be infinite and are left out.
 */
export function listQueryKeys(plan: DecodingPlan): readonly string[] {
  const keys = listPaths(plan)
    .filter((path) => !path.includes('__proto__'))
    .map(([first, ...rest]) => [first, ...rest.map((name) => `[${name}]`)].join(''));
  return [...new Set([...keys.filter(isPlain), ...keys.map(encode)])];
}

/** Whether a query can contain the key unencoded. */
function isPlain(key: string): boolean {
  return /^[\w.[\]-]+$/.test(key);
}

function encode(key: string): string {
  return new URLSearchParams([[key, '']]).toString().slice(0, -1);
}

function listPaths(plan: DecodingPlan): readonly (readonly string[])[] {
  if (typeof plan === 'string') return [];
  if ('union' in plan) return plan.union.flatMap(listPaths);
  if (!('object' in plan)) return [];
  return Object.entries(plan.object).flatMap(([key, member]) => [
    [key],
    ...listPaths(member).map((path) => [key, ...path]),
  ]);
}
