import { describe, expect, test } from 'vitest';
import { listOptions } from '../../src/compiler/config/config-schema.js';
import { findNearest } from '../../src/compiler/suggest-name.js';

describe('The nearest name', () => {
  test.each([
    ['rateLimit', 'rateLimits'],
    ['Tags', 'tags'],
    ['tgas', 'tags'],
    ['stroe', 'store'],
    ['tag', 'tags'],
    ['infos', 'info'],
    ['bodyLimits', 'bodyLimit'],
  ])('to %s is %s among the options.', (word, name) => {
    expect(findNearest(word, listOptions([]))).toBe(name);
  });

  test.each(['port', 'host', 'mode', 'path', 'x'])(
    'to %s is none among the options, since half of it would be another.',
    (word) => {
      expect(findNearest(word, listOptions([]))).toBeNull();
    },
  );
});
