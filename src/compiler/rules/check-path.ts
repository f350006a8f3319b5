import type { DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { isReservedPath } from '../../protocol/is-reserved-path.js';
import {
  type PathError,
  type PathSegment,
  printPathShape,
  printRouterPath,
} from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { byLocation, forEachProcedure, type Rule } from './rule.js';

/** The path is valid and free. */
export const checkPath = forEachProcedure((procedure, { config: { prefix } }): readonly Diagnostic[] => {
  if (!procedure.path) return [];
  const [code, what, help] =
    'error' in procedure.path
      ? describeError(procedure.path)
      : (describeClash(printRouterPath(procedure.path), prefix) ?? []);
  if (!code) return [];
  const location = locateMetadata(procedure, 'path');
  const message = `The path ${JSON.stringify(procedure.openapi.path)} of ${procedure.name} ${what}.`;
  return [createDiagnostic(code, location, message, { help })];
});

type Description = readonly [code: DiagnosticCode, what: string, help?: string | undefined];

/** Describes how a valid path clashes with others. */
function describeClash(path: string, prefix: string): Description | undefined {
  // Reserved for the description and the explorer, even if they are not served.
  if (path === '/openapi.json' || path === '/docs' || path.startsWith('/docs/')) {
    const help = 'Choose another path; /openapi.json and everything at /docs are taken.';
    return ['invalid-path', "is reserved for the API's own description", help];
  }
  if (prefix !== '') {
    const isRepeated = path === prefix || path.startsWith(`${prefix}/`);
    return isRepeated ? ['invalid-path', `starts with ${prefix}, which is added to every path`] : undefined;
  }
  if (!path.startsWith('/:') && !isReservedPath(path)) return undefined;
  const help = 'Begin it with a segment of its own, or set `prefix` in the configuration.';
  const what = 'would also be that of /livez, /readyz or the dashboard, since `prefix` is ""';
  return ['invalid-path', what, help];
}

function describeError(error: PathError): Description {
  const segment = 'segment' in error ? error.segment : '';
  const quoted = JSON.stringify(segment);
  const isOfQuery = /[^?]\?./.test(segment);
  const descriptions: Readonly<Record<PathError['error'], Description>> = {
    'no-slash': ['invalid-path', 'does not start with a slash'],
    'trailing-slash': ['invalid-path', 'ends with a slash'],
    'empty-segment': ['invalid-path', 'has an empty segment'],
    'bad-segment': ['invalid-path', `has the segment ${quoted}, which is not valid in a URL`],
    'optional-parameter': segment.includes('*')
      ? ['invalid-path-parameter', `has ${quoted}, which spans several segments`]
      : ['optional-path-parameter', `has the optional parameter ${quoted}`],
    'bad-parameter': [
      'invalid-path-parameter',
      `has the segment ${quoted}, which is neither plain text nor one parameter`,
      isOfQuery ? 'Keys of the query string belong in the input, not in the path.' : undefined,
    ],
    'repeated-parameter': [
      'invalid-path-parameter',
      `has the parameter ${quoted} twice`,
      'Give each parameter its own name.',
    ],
  };
  return descriptions[error.error];
}

/**
 * No two procedures serve the same method and path. Paths that differ only in parameter names are the same path, and
 * OpenAPI allows one set of names for it, under any method.
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
  const diagnostics: Diagnostic[] = [];
  for (const [index, { procedure, path }] of routed.entries()) {
    // One procedure that is exported twice is reported separately.
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
    diagnostics.push(
      createDiagnostic('duplicate-route', locateMetadata(procedure, 'path'), message, { related, help }),
    );
  }
  return diagnostics;
}
