import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  printData,
  printMethodKey,
  printObjectKey,
  printString,
  printTypedData,
  printTypeKey,
} from '../../../../src/compiler/emit/typescript/print-literal.js';
import { codePoint } from '../../../code-point.js';

/** What a JavaScript engine makes of `expression`. */
function evaluate(expression: string): unknown {
  return new Function(`return (${expression});`)();
}

describe('printString', () => {
  test('prints a literal with exactly the value it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(evaluate(printString(text))).toBe(text);
      }),
    );
  });

  test.each([
    "it's",
    '\\',
    '\\u0041',
    '\n\r\t\0',
    '\u2028\u2029',
    `$\{x}\``,
    '</script>',
    '\ud800',
    '\u202e',
    '💡',
  ])('survives %j', (text) => {
    expect(evaluate(printString(text))).toBe(text);
  });

  test('shows what cannot be seen', () => {
    expect(printString('a\u202eb\u2028c')).toBe("'a\\u202eb\\u2028c'");
  });
});

describe('printData', () => {
  test('prints an expression with exactly the value it was given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(evaluate(printData(value))).toEqual(value);
      }),
    );
  });

  test('keeps a key that would set the prototype', () => {
    const value = JSON.parse('{"__proto__":{"a":1}}');
    expect(JSON.stringify(evaluate(printData(value)))).toBe('{"__proto__":{"a":1}}');
  });

  test('keeps TypeScript from taking the type of a value from a member of Object', () => {
    const names = 'hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf'.split(
      ' ',
    );
    for (const name of names) expect(printTypedData({ [name]: 'a' })).toBe(`{ ${name}: 'a' as const }`);
    const value = { constructor: 'a', toString: ['b'], valueOf: null, other: ['c'] };
    expect(printData(value)).toBe("{ constructor: 'a', toString: ['b'], valueOf: null, other: ['c'] }");
    expect(printTypedData(value)).toBe(
      "{ constructor: 'a' as const, toString: ['b'] as const, valueOf: null, other: ['c'] }",
    );
  });

  test('leaves out what is undefined', () => {
    expect(printData({ a: undefined, b: [1, true, null], 'c-d': {} })).toBe(
      "{ b: [1, true, null], 'c-d': {} }",
    );
  });

  test.each([undefined, () => 1, 1n, Number.NaN, Number.POSITIVE_INFINITY, Symbol('s')])(
    'refuses %o',
    (value) => {
      expect(() => printData(value)).toThrow(TypeError);
    },
  );
});

describe('keys', () => {
  test.each([
    ['name', 'name'],
    ['$_1', '$_1'],
    ['größe', 'größe'],
    ['delete', 'delete'],
    ['1a', "'1a'"],
    ['a-b', "'a-b'"],
    ['', "''"],
    ["a'b", "'a\\'b'"],
  ])('%j are quoted only when they must be', (name, printed) => {
    expect(printTypeKey(name)).toBe(printed);
    expect(printObjectKey(name)).toBe(printed);
    expect(printMethodKey(name)).toBe(printed);
  });

  test('that mean something else bare are not bare', () => {
    expect(printObjectKey('__proto__')).toBe("['__proto__']");
    expect(printMethodKey('new')).toBe("'new'");
  });
});
