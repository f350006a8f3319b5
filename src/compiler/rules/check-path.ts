import type { DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { isReservedPath } from '../../protocol/is-reserved-path.js';
import { type PathError, printPathShape, printRouterPath } from '../../protocol/path-template.js';
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
  return byLocation(procedures).flatMap((procedure) => {
    if (!procedure.path || 'error' in procedure.path || !procedure.method) return [];
    const path = printRouterPath(procedure.path);
    const shape = printPathShape(procedure.path);
    const before = byShape.get(shape) ?? [];
    byShape.set(shape, [...before, { procedure, path }]);
    // One procedure that is exported twice is reported separately.
    const earlier = before.filter((other) => other.procedure.identity !== procedure.identity);
    const same = earlier.find((other) => other.procedure.method === procedure.method);
    const clash = same ?? earlier.find((other) => other.path !== path);
    if (!clash) return [];
    const message = same
      ? `"${procedure.method} ${path}" is served by two procedures, ${same.procedure.name} and ${procedure.name}.`
      : `"${path}" of ${procedure.name} is "${clash.path}" of ${clash.procedure.name} with other parameter names.`;
    const related = { ...locateMetadata(clash.procedure, 'path'), message: 'The other one is here.' };
    const help = same ? undefined : 'Use the same parameter names in both paths.';
    return [
      createDiagnostic('duplicate-route', locateMetadata(procedure, 'path'), message, { related, help }),
    ];
  });
};

interface RoutedProcedure {
  readonly procedure: UncheckedProcedure;
  readonly path: string;
}
