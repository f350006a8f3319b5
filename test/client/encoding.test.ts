import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBody } from '../../src/client/encode-body.js';
import { encodePath } from '../../src/client/encode-path.js';
import { encodeQuery } from '../../src/client/encode-query.js';
import { createTransport } from '../../src/client/index.js';

/** Text that UTF-8 can carry: no half of a surrogate pair. */
const text = fc.string({ unit: 'grapheme' });

describe('encodePath', () => {
  test('keeps every value in its own segment, whatever is in it', () => {
    fc.assert(
      fc.property(text, (id) => {
        fc.pre(!['', '.', '..'].includes(id));
        const input = { id, other: 1 };
        const { pathname } = new URL(`http://localhost${encodePath('/a/{id}/b', input)}`);
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', id, 'b']);
        expect(input).toEqual({ other: 1 });
      }),
    );
  });

  test('names the parameter that it refuses', () => {
    expect(() => encodePath('/a/{id}', { id: '..' })).toThrow(
      new TypeError('"id" cannot be ".." in a path.'),
    );
  });

  test('does not take a parameter from the prototype of the input', () => {
    expect(() => encodePath('/a/{toString}', Object.create({ toString: '..' }))).toThrow(TypeError);
  });
});

describe('a call', () => {
  test('takes no part of its path from Object.prototype', async () => {
    const urls: unknown[] = [];
    const fetch = async (url: unknown) => {
      urls.push(url);
      return Response.json({ success: true, payload: null });
    };
    const transport = createTransport({ baseUrl: '', fetch: fetch as typeof globalThis.fetch });
    const operation = { method: 'GET', path: '/a/{constructor}' } as const;
    await expect(transport(operation, {}, undefined)).rejects.toThrow(TypeError);
    await transport(operation, { constructor: 'x', prototype: 'y', ['__proto__']: 'z' }, undefined);
    expect(urls).toEqual(['/api/a/x?prototype=y&__proto__=z']);
  });
});

describe('encodeQuery', () => {
  test('reads back as what went in', () => {
    const scalar = fc.oneof(text, fc.integer().map(String), fc.boolean().map(String));
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(scalar, fc.array(scalar))), (input) => {
        const expected = Object.entries(input).flatMap(([key, value]) => {
          const name = key.replace(/[%[\]]/g, encodeURIComponent);
          return value.length === 0 && Array.isArray(value)
            ? [[`${name}[]`, '']]
            : [value].flat().map((item) => [name, item]);
        });
        expect([...new URLSearchParams(encodeQuery(input))]).toEqual(expected);
      }),
    );
  });

  test('nests objects in brackets', () => {
    const query = encodeQuery({
      a: { b: { c: [1, null] }, d: undefined, e: {} },
      f: [undefined, new Date(0)],
    });
    expect([...new URLSearchParams(query)]).toEqual([
      ['a[b][c]', '1'],
      ['a[b][c]', 'null'],
      ['a[e][]', ''],
      ['f', '1970-01-01T00:00:00.000Z'],
    ]);
  });

  test('of nothing is nothing', () => {
    expect(encodeQuery({})).toBe('');
    expect(encodeQuery({ a: undefined })).toBe('');
  });

  test('of a list or an object with nothing in it says so', () => {
    expect(decodeURIComponent(encodeQuery({ b: [], c: {}, d: [undefined], e: [''] }))).toBe(
      '?b[]&c[]&d[]&e=',
    );
  });

  test('keeps the brackets of a key apart from those that nest', () => {
    expect(decodeURIComponent(encodeQuery({ 'a[b]': 1, c: { 'd]': 2 } }))).toBe('?a%5Bb%5D=1&c[d%5D]=2');
    expect(() => encodeQuery({ a: { '': 1 } })).toThrow(TypeError);
    expect(() => encodeQuery({ '': { '': 1 } })).toThrow(TypeError);
  });
});

test.each([
  ['a path', () => encodePath('/a/{id}', { id: '\ud83d' })],
  ['a query', () => encodeQuery({ a: '\ud83d' })],
  ['a key of a query', () => encodeQuery({ a: { '\ud83d': 1 } })],
])('half of a surrogate pair in %s is refused rather than replaced', (_, encode) => {
  expect(encode).toThrow(URIError);
});

describe('encodeBody', () => {
  test('is plain JSON for what JSON can carry', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.jsonValue()), (input) => {
        expect(encodeBody(input)).toBe(JSON.stringify(input));
      }),
    );
  });

  test('refuses an invalid date rather than send null', () => {
    expect(() => encodeBody({ a: [{ b: new Date('x') }] })).toThrow(RangeError);
  });
});
