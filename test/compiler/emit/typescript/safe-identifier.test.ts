import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isReservedWord,
  toIdentifier,
  toTypeIdentifier,
} from '../../../../src/compiler/model/naming/safe-identifier.js';
import { codePoint } from '../../../code-point.js';

describe('toIdentifier', () => {
  test.each([
    [['apiKeys', 'list'], 'apiKeysList'],
    [['health'], 'health'],
    [['a-b', 'c d'], 'aBCD'],
    [['delete'], 'delete_'],
    [['a', 'delete'], 'aDelete'],
    [['2fa', 'verify'], '_2faVerify'],
    [['größe'], 'größe'],
    [[''], '_'],
    [[], '_'],
    [['await'], 'await_'],
  ])('makes %j %s', (parts, name) => {
    expect(toIdentifier(parts)).toBe(name);
  });

  test('always makes something that strict code can declare', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: codePoint })), (parts) => {
        const name = toIdentifier(parts);
        expect(() => new Function(`'use strict'; const ${name} = 1; return ${name};`)).not.toThrow();
      }),
    );
  });
});

test('toTypeIdentifier starts with a capital', () => {
  expect(toTypeIdentifier(['apiKeys', 'list', 'input'])).toBe('ApiKeysListInput');
  expect(toTypeIdentifier(['2fa'])).toBe('_2fa');
});

test('isReservedWord knows the words that a declaration cannot have, and no others', () => {
  for (const word of ['class', 'await', 'arguments', 'any', 'undefined', 'static']) {
    expect(isReservedWord(word), word).toBe(true);
  }
  for (const word of ['of', 'async', 'type', 'constructor', 'toString', '__proto__', 'Date']) {
    expect(isReservedWord(word), word).toBe(false);
  }
});
