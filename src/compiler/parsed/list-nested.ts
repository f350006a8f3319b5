import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import { hasBrand, PROCEDURE } from '../../protocol/brand.js';
import type { ReadProcedure } from '../parse/find-procedures.js';
import type { Identify, NestedProcedure } from './parsed-file.js';

/** The procedures inside the value of an export; none where it is one itself. */
export function listNested(
  { exportName, location }: ReadProcedure,
  value: unknown,
  identify: Identify,
): readonly NestedProcedure[] {
  const found: NestedProcedure[] = [];
  /** An object may contain itself. */
  const seen = new Set<object>();
  const visit = (part: unknown, path: string): void => {
    if (hasBrand(part, PROCEDURE)) {
      const { meta } = (part as { definition: ProcedureDefinition }).definition;
      found.push({ path, location, isExposed: isExposed(meta), identity: identify(part as object) });
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

/** Whether metadata asks for exposure, or leaves it unclear, which is an error. */
export function isExposed(meta: ProcedureDefinition['meta']): boolean {
  const { openapi } = meta as { openapi?: unknown };
  if (typeof openapi !== 'object' || openapi === null) return openapi !== undefined;
  return (openapi as { enabled?: unknown }).enabled !== false;
}
