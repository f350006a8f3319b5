import { isReservedWord } from './reserved-words.js';

export { CLIENT_RUNTIME_NAMES } from './client-runtime-names.js';
export { isReservedWord } from './reserved-words.js';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const NOT_IDENTIFIER = /[^\p{ID_Continue}$\u200c\u200d]+/u;

/** Whether `name` reads as one identifier; reserved words do too. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/**
 * `parts` as one camelCased identifier that can be declared: `['apiKeys', 'list']` is `apiKeysList`. What no
 * identifier may hold separates words, a leading digit gets an underscore before it, a reserved word one behind it.
 */
export function toIdentifier(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(NOT_IDENTIFIER)).filter((word) => word !== '');
  const [first = '', ...others] = words;
  return makeSafe(first + others.map(capitalize).join(''));
}

/** `parts` as one PascalCased identifier that can be declared: `['apiKeys', 'list', 'input']` is `ApiKeysListInput`. */
export function toTypeIdentifier(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(NOT_IDENTIFIER)).filter((word) => word !== '');
  return makeSafe(words.map(capitalize).join(''));
}

function makeSafe(name: string): string {
  const identifier = isIdentifier(name) ? name : `_${name}`;
  return isReservedWord(identifier) ? `${identifier}_` : identifier;
}

function capitalize(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
