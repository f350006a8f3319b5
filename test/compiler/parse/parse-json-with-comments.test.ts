import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonWithComments } from '../../../src/compiler/parse/parse-json-with-comments.js';

test('JSON is read as JSON.parse reads it, comments and trailing commas beside it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false } as object), (value) => {
      const text = JSON.stringify(value, null, 2);
      expect(parseJsonWithComments(text)).toEqual(JSON.parse(text));
      const commented = text.replace(/\n(?=\s*[\]}])/g, ', // last\n').replace(/^/, '\uFEFF/* first */\n');
      expect(parseJsonWithComments(commented)).toEqual(JSON.parse(text));
    }),
  );
});

test.each(['', '{', '{ "paths": }', '[] []'])('of %j nothing is read', (text) => {
  expect(parseJsonWithComments(text)).toBeUndefined();
});
