import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { printPattern } from '../../src/compiler/describe/print-pattern.js';
import { printSchema } from './support/print-schema.js';

const describeAs = (schema: z.core.$ZodType) => printSchema(schema, 'input').schema;

/** Patterns that people write, and that a validator refuses which reads patterns as Unicode. */
const WRITTEN: readonly (readonly [string, string])[] = [
  [String.raw`^[\w.\-]+\@[\w-.]+\.[a-z]{2,}$`, String.raw`^[\w.\-]+@[\w\-.]+\.[a-z]{2,}$`],
  [String.raw`^\d{3}\-\d{4}$`, String.raw`^\d{3}-\d{4}$`],
  [String.raw`^\#[\da-f]{6}$`, String.raw`^#[\da-f]{6}$`],
  [String.raw`^{{\w+}}$`, String.raw`^\{\{\w+\}\}$`],
  [String.raw`^[^\s-_]+]$`, String.raw`^[^\s\-_]+\]$`],
  [String.raw`^a\_b\ c\"d\'e\:f$`, `^a_b c"d'e:f$`],
  [String.raw`^\y{,3}$`, String.raw`^y\{,3\}$`],
];

describe('A pattern that is none with Unicode', () => {
  test.each(WRITTEN)('is written as one: %s', (source, pattern) => {
    expect(describeAs(z.string().regex(new RegExp(source)))).toEqual({ type: 'string', pattern });
  });

  test.each(WRITTEN)('means the same: %s', (source, pattern) => {
    const regex = new RegExp(source);
    const unicode = new RegExp(pattern, 'u');
    const text = fc.oneof(
      fc.stringMatching(unicode),
      fc.string({ unit: fc.constantFrom(...'ab1-_.@#{}]y,: ') }),
    );
    fc.assert(
      fc.property(text, (one) => unicode.test(one) === regex.test(one)),
      { numRuns: 300 },
    );
  });

  test.each(['^(?=a)*b$', String.raw`^\u{3}$`, String.raw`^\p{L}$`, String.raw`^\c$`])(
    'is told in words where Unicode would read it otherwise: %s',
    (source) => {
      const regex = new RegExp(source);
      expect(printPattern(regex)).toBeUndefined();
      expect(describeAs(z.string().regex(regex))).toEqual({
        type: 'string',
        description: `Matches \`${regex}\`.`,
      });
    },
  );

  test('stays as it is where it is one', () => {
    for (const source of ['^\\/\\^\\$$', '^[a\\-z]$', '^[[{}]$', '^a{2}b{3,}c{4,5}$', '^\\p{L}+$']) {
      expect(printPattern(new RegExp(source, 'u'))).toBe(source);
    }
  });
});

test('A pattern that is sticky, or ignores case in a range of more than letters, is told in words.', () => {
  for (const regex of [/abc/y, /^[!-F]+$/i, /^[Z-a]$/i]) expect(printPattern(regex)).toBeUndefined();
  expect(printPattern(/^[a-f0-9_.-]+$/i)).toBe('^[a-fA-F0-9_.-]+$');
});

test('The keys of a loose record and the parts of a template are patterns too.', () => {
  const record = z.looseRecord(z.string().regex(/^x-\w+$/i), z.int32());
  expect(Object.keys(describeAs(record).patternProperties as object)).toEqual(['^[xX]-\\w+$']);
  const unsaid = z.looseRecord(z.string().regex(/^é$/i), z.int32());
  expect(describeAs(unsaid)).not.toHaveProperty('patternProperties');
  const template = z.templateLiteral(['v', z.string().regex(/^@\d$/)]);
  expect(String(describeAs(template).pattern)).not.toContain('\\@');
});
