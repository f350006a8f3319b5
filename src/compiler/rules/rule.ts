import type { Diagnostic } from '../diagnostic.js';
import type { UncheckedApi, UncheckedProcedure } from '../model/unchecked-api.js';
import { compareLocations } from '../source-location.js';

/** Returns the errors and warnings of one rule. */
export type Rule = (api: UncheckedApi) => readonly Diagnostic[];

/** Creates a rule that checks one procedure at a time. */
export function forEachProcedure(
  check: (procedure: UncheckedProcedure, api: UncheckedApi) => readonly Diagnostic[],
): Rule {
  return (api) => api.procedures.flatMap((procedure) => check(procedure, api));
}

/** Sorts procedures by file position, so that a clash is reported at the later one. */
export function byLocation(procedures: readonly UncheckedProcedure[]): UncheckedProcedure[] {
  return [...procedures].sort((left, right) => compareLocations(left.location, right.location));
}
