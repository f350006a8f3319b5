import { type PathSegment, printPathShape, printRouterPath } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { byLocation, type Rule } from './rule.js';

/**
 * No two procedures answer one method and path. Two paths that differ in their parameters' names only are one path,
 * and OpenAPI allows one set of names for it, under any method.
 */
export const checkRoutes: Rule = ({ procedures }) => {
  const byShape = new Map<string, RoutedProcedure[]>();
  for (const procedure of byLocation(procedures)) {
    if (!procedure.path || 'error' in procedure.path || !procedure.method) continue;
    const shape = printPathShape(procedure.path);
    const others = byShape.get(shape) ?? [];
    byShape.set(shape, [...others, { procedure, path: procedure.path }]);
  }
  return [...byShape.values()].flatMap(checkShape);
};

interface RoutedProcedure {
  readonly procedure: UncheckedProcedure;
  readonly path: readonly PathSegment[];
}

function checkShape(routed: readonly RoutedProcedure[]): Diagnostic[] {
  const faults: Diagnostic[] = [];
  for (const [index, { procedure, path }] of routed.entries()) {
    // One procedure exported twice is an error of its own.
    const earlier = routed.slice(0, index).filter((other) => other.procedure.identity !== procedure.identity);
    const same = earlier.find((other) => other.procedure.method === procedure.method);
    const named = earlier.find((other) => printRouterPath(other.path) !== printRouterPath(path));
    const clash = same ?? named;
    if (!clash) continue;
    const first = printRouterPath(clash.path);
    const message = same
      ? `"${procedure.method} ${printRouterPath(path)}" is served by two procedures, ${same.procedure.name} and ${procedure.name}.`
      : `"${printRouterPath(path)}" of ${procedure.name} is "${first}" of ${clash.procedure.name} with other parameter names.`;
    const related = { ...locateMetadata(clash.procedure, 'path'), message: 'The other one is here.' };
    const help = same ? undefined : 'Use the same parameter names in both paths.';
    faults.push(
      createDiagnostic('duplicate-route', locateMetadata(procedure, 'path'), message, { related, help }),
    );
  }
  return faults;
}
