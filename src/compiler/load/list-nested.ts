import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import { hasBrand, PROCEDURE } from '../../protocol/brand.js';
import type { Place } from '../place.js';
import { identify } from './identify.js';

/** A procedure that is not an export, but stands inside one: an object or an array. */
export interface NestedProcedure {
  /** `router.items.list`, from the export on. */
  readonly path: string;
  /** Where the export's name stands. */
  readonly place: Place;
  readonly meta: ProcedureDefinition['meta'];
  /** As a `LoadedProcedure` has it. */
  readonly identity: object;
}

/** The procedures inside the value of an export; none where it is one itself. */
export function listNested(exportName: string, value: unknown, place: Place): readonly NestedProcedure[] {
  const found: NestedProcedure[] = [];
  /** An object may contain itself. */
  const seen = new Set<object>();
  const visit = (part: unknown, path: string): void => {
    if (hasBrand(part, PROCEDURE)) {
      const { meta } = (part as { definition: ProcedureDefinition }).definition;
      found.push({ path, place, meta, identity: identify(part as object) });
    } else if (isContainer(part) && !seen.has(part)) {
      seen.add(part);
      for (const key of Object.keys(part)) visit(readKey(part, key), `${path}.${key}`);
    }
  };
  if (!hasBrand(value, PROCEDURE)) visit(value, exportName);
  return found;
}

/** A list, an object without a class, or the namespace of a module. */
function isContainer(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A getter of the application's own that throws gives no procedure. */
function readKey(object: Record<string, unknown>, key: string): unknown {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}
