import type { Diagnostic } from '../diagnostic.js';
import type { UncheckedApi, UncheckedProcedure } from '../model/unchecked-api.js';
import { compareLocations } from '../source-location.js';

/** What is refused, or warned of, as far as one rule knows. */
export type Rule = (api: UncheckedApi) => readonly Diagnostic[];

/** A rule that looks at one procedure at a time. */
export function forEachProcedure(
  check: (procedure: UncheckedProcedure, api: UncheckedApi) => readonly Diagnostic[],
): Rule {
  return (api) => api.procedures.flatMap((procedure) => check(procedure, api));
}

/** Procedures in the order of the files, so that of two that clash the later one is reported. */
export function byLocation(procedures: readonly UncheckedProcedure[]): UncheckedProcedure[] {
  return [...procedures].sort((left, right) => compareLocations(left.location, right.location));
}
