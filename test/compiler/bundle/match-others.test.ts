import { expect, test } from 'vitest';
import { matchAllExcept } from '../../../src/compiler/bundle/resolve-plugins.js';

test('A pattern of others lets pass exactly the words, and what begins with the prefixes.', () => {
  const pattern = matchAllExcept({ words: ['procgen', 'zod'], prefixes: ['data:'] });
  for (const passed of ['procgen', 'zod', 'data:', 'data:text/javascript,1'])
    expect(passed).not.toMatch(pattern);
  for (const met of [
    '',
    'z',
    'zo',
    'zed',
    'zod/v4',
    'zodiac',
    'procgen/runtime',
    'pro',
    'pg',
    './zod',
    '/zod',
    'data',
    'dat',
    'a',
  ]) {
    expect(met).toMatch(pattern);
  }
});

test('Two words with one first letter are refused: one would hide the other.', () => {
  expect(() => matchAllExcept({ words: ['zod', 'zoo'] })).toThrow(TypeError);
});
