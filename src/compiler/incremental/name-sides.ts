import type { ClaimedNames } from '../model/claim-names.js';
import { describeType } from '../model/list-types.js';
import type { ComponentSchema, SettledNames } from '../model/settle-names.js';
import { SIDES } from '../model/side.js';
import type { SchemaNames } from './kept-build.js';

/** What a named schema is finally called on the sides that it is known on. */
export function nameSides(
  { component, type, json }: ComponentSchema,
  names: SettledNames,
  claimed: ClaimedNames,
): SchemaNames {
  const known = SIDES.filter((side) => type[side] !== undefined || json[side] !== undefined);
  return Object.fromEntries(
    known.map((side) => [
      side,
      { component: names.componentName(component, side), type: claimed.namedType(component, side) },
    ]),
  );
}

/**
 * Whether what the types of named schemas say of themselves is the same from each side: then it is all one through which
 * procedure a type was met first.
 */
export function areSidesAlike(schemas: readonly ComponentSchema[]): boolean {
  return schemas.every(({ type, json }) => {
    if (!type.input || !type.output) return true;
    return JSON.stringify(describeType(json.input)) === JSON.stringify(describeType(json.output));
  });
}
