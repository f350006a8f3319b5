/**
 * Words that name no variable, function, interface or type alias in a strict module: ECMAScript 2025's reserved
 * words, the two that strict code may not bind, the globals no module may redeclare, and TypeScript's predefined types.
 */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  [
    'break case catch class const continue debugger default delete do else enum export extends false finally for',
    'function if import in instanceof new null return super switch this throw true try typeof var void while with',
    'await implements interface let package private protected public static yield',
    'arguments eval globalThis undefined NaN Infinity',
    'any bigint boolean never number object string symbol unknown',
  ].flatMap((line) => line.split(' ')),
);

/** Whether `name` cannot be declared in generated code, as a value or as a type. */
export function isReservedWord(name: string): boolean {
  return RESERVED_WORDS.has(name);
}
