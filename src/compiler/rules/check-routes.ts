import { type PathSegment, printPathShape, printRouterPath } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ComparedDraft, placeOfMetadata } from '../model/procedure-draft.js';
import { byPlace, type Comparison } from './rule.js';

/**
 * No two procedures answer one method and path. Two paths that differ in their parameters' names only are one path,
 * and OpenAPI allows one set of names for it, under any method.
 */
export const checkRoutes: Comparison = ({ drafts }) => {
  const byShape = new Map<string, RoutedDraft[]>();
  for (const draft of byPlace(drafts)) {
    if (!draft.path || 'fault' in draft.path || !draft.method) continue;
    const shape = printPathShape(draft.path);
    const others = byShape.get(shape) ?? [];
    byShape.set(shape, [...others, { draft, path: draft.path }]);
  }
  return [...byShape.values()].flatMap(checkShape);
};

interface RoutedDraft {
  readonly draft: ComparedDraft;
  readonly path: readonly PathSegment[];
}

function checkShape(routed: readonly RoutedDraft[]): Diagnostic[] {
  const faults: Diagnostic[] = [];
  for (const [index, { draft, path }] of routed.entries()) {
    // One procedure exported twice is a fault of its own.
    const earlier = routed
      .slice(0, index)
      .filter((other) => other.draft.loaded.identity !== draft.loaded.identity);
    const same = earlier.find((other) => other.draft.method === draft.method);
    const named = earlier.find((other) => printRouterPath(other.path) !== printRouterPath(path));
    const clash = same ?? named;
    if (!clash) continue;
    const first = printRouterPath(clash.path);
    const message = same
      ? `"${draft.method} ${printRouterPath(path)}" is served by two procedures, ${same.draft.name} and ${draft.name}.`
      : `"${printRouterPath(path)}" of ${draft.name} is "${first}" of ${clash.draft.name} with other parameter names.`;
    const related = { ...placeOfMetadata(clash.draft, 'path'), message: 'The other one is here.' };
    const help = same ? undefined : 'Use the same parameter names in both paths.';
    faults.push(
      createDiagnostic('duplicate-route', placeOfMetadata(draft, 'path'), message, { related, help }),
    );
  }
  return faults;
}
