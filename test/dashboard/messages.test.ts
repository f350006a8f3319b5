import { expect, test } from 'vitest';
import { LANGUAGES, MESSAGES, translatorFor } from '../../src/dashboard/messages.js';

const holesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test('every language has the same messages with the same holes', () => {
  const expected = Object.entries(MESSAGES.en).map(([key, text]) => [key, holesOf(text)]);
  for (const language of LANGUAGES) {
    expect(Object.entries(MESSAGES[language]).map(([key, text]) => [key, holesOf(text)])).toEqual(expected);
  }
});

test('no line of French begins with a mark that its space belongs to', () => {
  for (const text of Object.values(MESSAGES.fr)) expect(text).not.toMatch(/ [:;?!»]|« /);
});

test('a hole is filled with text as it is, patterns included', () => {
  const t = translatorFor('en');
  expect(t('delete.title', { name: '$& {name}' })).toBe('Delete the key “$& {name}”?');
});
