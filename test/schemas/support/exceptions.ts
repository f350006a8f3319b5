import type { Carrier, ConstructName } from '../constructs.js';

export type Part = 'server accepts more' | 'server refuses more' | 'client refuses';

/** A place where description, server or client part, why they do, and a value that shows it. */
export interface Exception {
  readonly name: string;
  readonly reason: string;
  readonly parts: readonly Part[];
  readonly example: readonly [carrier: Carrier, construct: ConstructName, value: unknown];
  applies(construct: ConstructName, carrier: Carrier, value: unknown): boolean;
}

const isOneOf =
  (...names: readonly ConstructName[]) =>
  (construct: ConstructName) =>
    names.includes(construct);

/** Whether some part of a value, the value itself included, is so. */
function some(value: unknown, isSo: (part: unknown) => boolean): boolean {
  if (isSo(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => some(part, isSo));
}

const isText = (pattern: RegExp) => (part: unknown) => typeof part === 'string' && pattern.test(part);

export const EXCEPTIONS: readonly Exception[] = [
  {
    name: 'refinements',
    reason: 'What a function checks cannot be said in JSON Schema.',
    parts: ['server refuses more'],
    example: ['body', 'refine', 3],
    applies: isOneOf('refine', 'refineAsync', 'superRefine', 'unionRefined'),
  },
  {
    name: 'bounds of dates and bigints',
    reason: 'Both travel as texts, and JSON Schema has no bounds for texts.',
    parts: ['server refuses more'],
    example: ['query', 'bigintBounded', '-6'],
    applies: isOneOf('bigintBounded', 'dateBounded', 'int64', 'unionBoundedDates', 'unionInside'),
  },
  {
    name: 'catch, coerce and preprocess',
    reason: 'They are there to take what is wrong; documented is what is right.',
    parts: ['server accepts more'],
    example: ['body', 'catch', 'no number'],
    applies: isOneOf(
      'catch',
      'defaultsInside',
      'preprocess',
      'coerceString',
      'coerceNumber',
      'coerceBoolean',
      'coerceDate',
    ),
  },
  {
    name: 'URLs',
    reason:
      'zod reads URLs as browsers do (WHATWG), the format `uri` is that of RFC 3986: it takes any port and scheme, and wants spaces and letters encoded that browsers repair.',
    parts: ['server refuses more', 'server accepts more'],
    example: ['body', 'httpUrl', 'mailto:a@b.example'],
    applies: isOneOf('url', 'httpUrl'),
  },
  {
    name: 'hyphens in email domains',
    reason: 'zod takes a label that ends with a hyphen, which the format `email` does not know.',
    parts: ['server accepts more'],
    example: ['body', 'email', 'a@a-.example'],
    applies: isOneOf('email'),
  },
  {
    name: 'the inside of a JWT',
    reason: 'zod decodes the header; a pattern sees its letters only.',
    parts: ['server refuses more'],
    example: ['body', 'jwt', 'a.b.c'],
    applies: isOneOf('jwt'),
  },
  {
    name: 'full dates',
    reason: 'A full date is taken for its midnight in UTC; documented is `date-time`.',
    parts: ['server accepts more'],
    example: ['query', 'date', '2026-01-02'],
    applies: (_, __, value) => some(value, isText(/^\d{4}-\d\d-\d\d$/)),
  },
  {
    name: 'date-times beyond RFC 3339',
    reason:
      'The validator takes a space for the T, offsets without minutes, any leap second, and years that an offset puts before 0000 or after 9999 in UTC; RFC 3339 does not.',
    parts: ['server refuses more'],
    example: ['body', 'date', '2026-01-02T03:04:05+01'],
    applies: (_, __, value) =>
      some(
        value,
        isText(/^\d{4}-\d\d-\d\d(?:\s|.*:60|.*[+-]\d\d(?:\d\d)?$)|^(?:0000-01-01|9999-12-31).*:\d\d$/),
      ),
  },
  {
    name: 'sizes of sets',
    reason: 'An item that is said twice counts once.',
    parts: ['server refuses more', 'server accepts more'],
    example: ['query', 'setOfInts', [1, 1, 1, 1]],
    applies: isOneOf('setOfInts'),
  },
  {
    name: 'types of undeclared keys in a query',
    reason: 'In a query they are texts, which may fit a second member of an exclusive union.',
    parts: ['server refuses more'],
    example: ['query', 'xor', { a: 'x', b: null }],
    applies: (construct, carrier) => construct === 'xor' && carrier === 'query',
  },
  {
    name: 'null in a path',
    reason: 'The client takes a null for a value that is missing, rather than write `null` into a path.',
    parts: ['client refuses'],
    example: ['path', 'nullable', 'null'],
    applies: (_, carrier, value) => carrier === 'path' && value === 'null',
  },
];

/** The exception that explains why they part here. */
export function findException(
  part: Part,
  construct: ConstructName,
  carrier: Carrier,
  value: unknown,
): Exception | undefined {
  return EXCEPTIONS.find(
    (exception) => exception.parts.includes(part) && exception.applies(construct, carrier, value),
  );
}

/** Whether anything can be wrong with a value of a construct in a body. */
export function isRefusable(construct: ConstructName): boolean {
  return !isOneOf('unknown', 'any', 'json', 'catch')(construct);
}
