import { type Json, type JsonObject, readOperations } from './read-operations.js';

/** One thing that two descriptions say differently, or that only one of them says. */
export interface Difference {
  /** Such as `GET /articles`. */
  readonly operation: string;
  /** What differs, from the operation inwards: `['parameters', 'query limit', 'schema', 'maximum']`. */
  readonly place: readonly string[];
  /** Undefined when the given description says nothing here. */
  readonly given: Json | undefined;
  readonly ours: Json | undefined;
}

/** A difference that is meant, and why. */
export interface AcceptedDifference {
  readonly reason: string;
  readonly accepts: (difference: Difference) => boolean;
}

/**
 * Every difference in behaviour between two OpenAPI descriptions: operations, tags, security, parameters, bodies,
 * statuses and schemas. Texts, names of components and the order of anything do not count.
 */
export function compareDescriptions(given: JsonObject, ours: JsonObject): Difference[] {
  const [givenOperations, ourOperations] = [readOperations(given), readOperations(ours)];
  const names = [...new Set([...givenOperations.keys(), ...ourOperations.keys()])].sort();
  return names.flatMap((operation) =>
    compareValues(
      givenOperations.get(operation) as unknown as Json | undefined,
      ourOperations.get(operation) as unknown as Json | undefined,
      [],
    ).map((difference) => ({ operation, ...difference })),
  );
}

/** What no reason accepts, and the reasons that accepted nothing and so are out of date. */
export function sortDifferences(
  differences: readonly Difference[],
  accepted: readonly AcceptedDifference[],
): { readonly unexplained: Difference[]; readonly unusedReasons: string[] } {
  return {
    unexplained: differences.filter((difference) => !accepted.some(({ accepts }) => accepts(difference))),
    unusedReasons: accepted.filter(({ accepts }) => !differences.some(accepts)).map(({ reason }) => reason),
  };
}

/** One block a difference; the empty text when there is none. */
export function printDifferences(differences: readonly Difference[]): string {
  const print = (value: Json | undefined) => (value === undefined ? '(nothing)' : JSON.stringify(value));
  return differences
    .map(({ operation, place, given, ours }) =>
      [[operation, ...place].join(' › '), `  given: ${print(given)}`, `  ours:  ${print(ours)}`].join('\n'),
    )
    .join('\n');
}

function compareValues(
  given: Json | undefined,
  ours: Json | undefined,
  place: readonly string[],
): Omit<Difference, 'operation'>[] {
  if (isObject(given) && isObject(ours)) {
    const keys = [...new Set([...Object.keys(given), ...Object.keys(ours)])].sort();
    return keys.flatMap((key) => compareValues(given[key], ours[key], [...place, key]));
  }
  return print(given) === print(ours) ? [] : [{ place, given, ours }];
}

/** JSON with sorted keys, so that equal values print equally. */
function print(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_key, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
