import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeQuery } from '../../src/client/encode-query.js';
import { parseQuery, type QueryValue } from '../../src/runtime/request/parse-query.js';

/** Keys that a query could take for something else, and any other. */
const anyKey = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(...'[]%5BbDd2=&+ .a'), maxLength: 8 }),
  fc.constantFrom('a[b]', ']', '[', '[]', 'a[]', '%5B', '%255D', '%', '%%5b', 'constructor', 'toString'),
);
const innerKey = anyKey.filter((key) => key !== '' && key !== '__proto__');

const { tree } = fc.letrec<{ tree: unknown; object: object }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.string()),
    tie('object'),
  ),
  object: fc.dictionary(innerKey, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
}));

/** What a parser without a plan sees: of one item it is not known to be a list, of nothing it is. */
function seen(value: unknown): QueryValue {
  if (Array.isArray(value)) return value.length === 1 ? value[0] : value;
  if (typeof value !== 'object' || value === null) return value as string;
  const entries = Object.entries(value).map(([key, part]) => [key, seen(part)] as const);
  return entries.length === 0 ? [] : Object.fromEntries(entries);
}

test('Whatever keys and texts the client sends in a query arrive as they were.', () => {
  const input = fc.dictionary(
    anyKey.filter((key) => key !== '' && key !== '__proto__'),
    tree,
    {
      maxKeys: 5,
      noNullPrototype: true,
    },
  );
  fc.assert(
    fc.property(input, (value) => {
      const query = encodeQuery(value).slice(1);
      fc.pre(query.split('&').length <= 100);
      const expected = Object.entries(value).map(([key, part]) => [key, seen(part)]);
      expect(parseQuery(query)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 2000, examples: [[{ a: { 'b[c]': 'x', '%5B': ['1', '2'], ']': {}, '[]': [] } }]] },
  );
});

test.each([
  [{ a: [] }, '?a%5B%5D'],
  [{ a: {} }, '?a%5B%5D'],
  [{ a: new Set() }, '?a%5B%5D'],
  [{ a: { b: undefined } }, '?a%5B%5D'],
  [{ a: { b: [] }, c: '' }, '?a%5Bb%5D%5B%5D&c='],
  [{ a: [''] }, '?a='],
  [{ a: undefined }, ''],
  [{}, ''],
])('The client sends %j as %s', (input, query) => {
  expect(encodeQuery(input)).toBe(query);
});

test.each([
  ['a[]', { a: [] }],
  ['a%5b%5d', { a: [] }],
  ['a[]=', { a: '' }],
  ['a[]&a=1', { a: ['1'] }],
  ['a=1&a[]', { a: '1' }],
  ['a[b][]', { a: { b: [] } }],
  ['a[%255b]=1', { a: { '[': '1' } }],
  ['a[50%25]=1', { a: { '50%': '1' } }],
  ['a]b=1', { 'a]b': '1' }],
])('The server reads %s', (query, value) => {
  expect(parseQuery(query)).toEqual(value);
});

test('A key without a name cannot be said in a query, and the client says so.', () => {
  expect(() => encodeQuery({ filter: { '': 'x' } })).toThrow(
    new TypeError('"filter" cannot have the key "" in a query.'),
  );
});

test('A __proto__ behind encoded brackets is refused like any other.', () => {
  expect(() => parseQuery('a[__proto__]=1')).toThrow();
  expect(() => parseQuery('__proto__[]')).toThrow();
});
