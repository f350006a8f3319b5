import { isIdentifier } from '../../model/naming/safe-identifier.js';

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Characters that end or alter a string literal, or that an editor or a terminal does not show as they are. */
const UNSAFE = /['\\\p{Cc}\p{Cs}\u2028\u2029\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Prints a single-quoted string literal whose value is exactly `text`. */
export function printString(text: string): string {
  const body = text.replace(UNSAFE, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${body}'`;
}

/** Prints a key of a type or interface, quoted only if necessary. */
export function printTypeKey(name: string): string {
  return isIdentifier(name) ? name : printString(name);
}

/** Prints the name of a method in an interface. A bare `new` would be a construct signature. */
export function printMethodKey(name: string): string {
  return name === 'new' ? "'new'" : printTypeKey(name);
}

/** Prints a key of an object literal. `__proto__` is computed, or it would set the prototype. */
export function printObjectKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : printTypeKey(name);
}

/**
 * Prints JSON data as a TypeScript expression on one line. Keys keep their order and `undefined` members are dropped.
 * Throws a `TypeError` for a value that JSON cannot represent.
 */
export function printData(value: unknown): string {
  return print(value, printData);
}

/**
 * Prints JSON data that is checked against an expected type. For a key such as `constructor`, TypeScript takes the
 * expected type of the value from `Object` instead of an index signature, and would infer `string` for a literal.
 */
export function printTypedData(value: unknown): string {
  return print(value, (member, key) => {
    const printed = printTypedData(member);
    return OBJECT_MEMBERS.has(key) && member !== null ? `${printed} as const` : printed;
  });
}

/** `printMember` receives the empty string as the key of a list's items. */
function print(value: unknown, printMember: (value: unknown, key: string) => string): string {
  if (typeof value === 'string') return printString(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return `[${value.map((item) => printMember(item, '')).join(', ')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return '{}';
    return `{ ${members.map(([key, member]) => `${printObjectKey(key)}: ${printMember(member, key)}`).join(', ')} }`;
  }
  throw new TypeError(`A ${typeof value} cannot be printed as a literal: ${String(value)}.`);
}

/** The members of TypeScript's `Object`. */
const OBJECT_MEMBERS: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);
