import { expect, it } from 'vitest';
import { matchesJson, matchesText } from './match-output.js';

it.each([
  ['a\nb\n', 'a\nb', true],
  ['a\nb\n', 'a', false],
  ['a\nb\nc\n', 'a\n…\nc', true],
  ['a\nc\n', 'a\n…\nc', true],
  ['built in 12 ms\n', 'built in …', true],
  ['built in 12 ms\n', 'made in …', false],
])('finds that the text %j is what %j shows: %s', (actual, shown, expected) => {
  expect(matchesText(actual, shown)).toBe(expected);
});

it.each([
  ['{"a":1,"b":"x"}', '{"b":"…","a":1}', true],
  ['{"a":1,"b":"x"}', '{"a":1}', false],
  ['{"a":"at 12"}', '{"a":"at …"}', true],
  ['[1,2]', '[1]', false],
  ['no JSON', '{}', false],
])('finds that the JSON %j is what %j shows: %s', (actual, shown, expected) => {
  expect(matchesJson(actual, shown)).toBe(expected);
});
