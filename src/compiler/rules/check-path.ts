import type { DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { isOwnPath } from '../../protocol/is-own-path.js';
import { type PathError, printRouterPath } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateMetadata } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** The path is one that requests can have. */
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

/** What a path that requests can have is mistaken for, or would be. */
function describeClash(path: string, prefix: string): Description | undefined {
  // The description and the explorer stand there, whether they are served or not.
  if (path === '/openapi.json' || path === '/docs' || path.startsWith('/docs/')) {
    const help = 'Choose another path; /openapi.json and everything at /docs are taken.';
    return ['invalid-path', "is reserved for the API's own description", help];
  }
  if (prefix !== '') {
    const isRepeated = path === prefix || path.startsWith(`${prefix}/`);
    return isRepeated ? ['invalid-path', `starts with ${prefix}, which is added to every path`] : undefined;
  }
  if (!path.startsWith('/:') && !isOwnPath(path)) return undefined;
  const help = 'Begin it with a segment of its own, or set `prefix` in the configuration.';
  const what = 'would also be that of /livez, /readyz or the dashboard, since `prefix` is ""';
  return ['invalid-path', what, help];
}

function describeError(error: PathError): Description {
  const segment = 'segment' in error ? error.segment : '';
  const told = JSON.stringify(segment);
  const isOfQuery = /[^?]\?./.test(segment);
  const descriptions: Readonly<Record<PathError['error'], Description>> = {
    'no-slash': ['invalid-path', 'does not start with a slash'],
    'trailing-slash': ['invalid-path', 'ends with a slash'],
    'empty-segment': ['invalid-path', 'has an empty segment'],
    'bad-segment': ['invalid-path', `has the segment ${told}, which is not valid in a URL`],
    'optional-parameter': segment.includes('*')
      ? ['invalid-path-parameter', `has ${told}, which spans several segments`]
      : ['optional-path-parameter', `has the optional parameter ${told}`],
    'bad-parameter': [
      'invalid-path-parameter',
      `has the segment ${told}, which is neither plain text nor one parameter`,
      isOfQuery ? 'Keys of the query string belong in the input, not in the path.' : undefined,
    ],
    'repeated-parameter': [
      'invalid-path-parameter',
      `has the parameter ${told} twice`,
      'Give each parameter its own name.',
    ],
  };
  return descriptions[error.error];
}
