const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const NOT_IDENTIFIER = /[^\p{ID_Continue}$\u200c\u200d]+/u;

/** Whether `name` has the form of an identifier, as reserved words do. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/**
 * Joins `parts` into a camelCase identifier that can be declared: `['apiKeys', 'list']` becomes `apiKeysList`. Invalid
 * characters separate words; an underscore precedes a leading digit and follows a reserved word.
 */
export function toIdentifier(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(NOT_IDENTIFIER)).filter((word) => word !== '');
  const [first = '', ...others] = words;
  return makeSafe(first + others.map(capitalize).join(''));
}

/** Joins `parts` into one PascalCase identifier that can be declared: `['apiKeys', 'list']` becomes `ApiKeysList`. */
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

const RUNTIME_DECLARATIONS = [
  'ApiError CONNECTION_FAILED CREDENTIALS_HEADER CREDENTIALS_PREFIX Call CallOptions Client EventCallOptions EventIterable Fail Failure',
  'FetchSettings FieldError ForeignAnswer NoAnswer Ok Operation OutgoingRequest PayloadOf REDIRECTED ResumableCallOptions Result SILENCE_MS',
  'StreamCallOptions Transport TransportOptions TransportSession computeRetryDelay createClient createTransport',
  'createTransportSession encodeBody encodeForm encodeMembers encodePath encodeQuery encodeValue giveUp isApiError',
  'performCall printScalar printUrl race readAnswer readItem readLines reportEnd sendRequest streamEvents streamLines throwConnectionFailed',
  'throwFailure toCall withForm',
];
const PLATFORM_GLOBALS = [
  'AbortController AbortSignal Array AsyncGenerator AsyncIterable Blob Date Error File FormData Headers Infinity JSON Math',
  'Number Object Omit Pick Promise ReadableStream RequestInit Response ReturnType Set String Symbol TextDecoder TypeError',
  'Uint8Array clearTimeout encodeURIComponent fetch performance setTimeout',
];
/** Parameters and variables in scope around the user's names. */
const LOCAL_NAMES = ['Key input options transport'];

/**
 * Every name that the generated client's own part declares at the top level or takes from the platform. The user's
 * named types and operations may have none of them; a test compares the list with the sources.
 */
export const CLIENT_RUNTIME_NAMES: ReadonlySet<string> = new Set(
  [...RUNTIME_DECLARATIONS, ...PLATFORM_GLOBALS, ...LOCAL_NAMES].flatMap((line) => line.split(' ')),
);

/**
 * Words that cannot name a variable, function, interface or type alias in a strict module: ECMAScript 2025's reserved
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
