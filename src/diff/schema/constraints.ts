import { isObject, isSame, printStable } from '../json.js';
import { listMembers, type Place, stepInto, targetOf } from '../place.js';

/** Keywords that are compared as a whole; those of one row mean something only together. */
const UNITS: readonly (readonly string[])[] = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['patternProperties'],
  ['propertyNames'],
  ['unevaluatedItems'],
  ['unevaluatedProperties'],
  ['contentSchema'],
  ['$dynamicRef'],
];

/** What the places demand beside what can be compared in parts: the text of each demand by its first keyword. */
export function readConstraints(places: readonly Place[]): ReadonlyMap<string, string> {
  const constraints = new Map<string, string>();
  for (const unit of UNITS) {
    const [leading = ''] = unit;
    const texts = places
      .filter((place) => isDemanding(stepInto(place, leading), leading))
      .map((place) => unit.map((keyword) => printResolved(stepInto(place, keyword), [])).join(' '));
    if (texts.length > 0) constraints.set(leading, [...new Set(texts)].sort().join(' '));
  }
  return constraints;
}

/** Names of properties are texts anyway. */
function isDemanding({ value }: Place, keyword: string): boolean {
  if (value === undefined || value === true || isSame(value, {}))
    return keyword === 'not' && value !== undefined;
  return !(keyword === 'propertyNames' && isSame(value, { type: 'string' }));
}

/** The value as text, what it refers to in the place of references, so that a change behind one shows. */
function printResolved(place: Place, above: readonly string[]): string {
  const { value, pointer } = place;
  if (!isObject(value) && !Array.isArray(value)) return printStable(value ?? null);
  const target = targetOf(place);
  if (target) {
    if (above.includes(target.pointer)) return JSON.stringify(target.pointer);
    return printResolved(target, [...above, target.pointer]);
  }
  const members = listMembers(place).map(
    ([key, member]) => `${JSON.stringify(key)}:${printResolved(member, [...above, pointer])}`,
  );
  return Array.isArray(value) ? `[${members.join()}]` : `{${members.sort().join()}}`;
}
