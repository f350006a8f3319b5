import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOutput } from '../../src/cli/build-cache/hash-output.js';
import { encodeText } from '../../src/cli/encode-text.js';

/** Long enough for several pieces, which end anywhere: among ASCII, in the middle of a pair of surrogates, behind half of one. */
const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 9 }), fc.constantFrom('🎉', '\ud83c', '\udf89'));
const text = fc
  .tuple(fc.nat({ max: 3 }), fc.array(word, { minLength: 1, maxLength: 20 }))
  .map(([before, words]) => {
    const some = words.join('');
    return 'a'.repeat(before) + some.repeat(Math.ceil(200_000 / (some.length + 1)));
  });

test('The pieces of a text are its UTF-8, and so is what is hashed.', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const bytes = Buffer.from(whole);
      const copies: Buffer[] = [];
      for (const piece of encodeText(whole)) copies.push(Buffer.from(piece));
      expect(Buffer.concat(copies).equals(bytes)).toBe(true);
      expect(hashOutput('a.txt', whole)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
    { numRuns: 100 },
  );
});
