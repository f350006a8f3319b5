import type { DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { type PathFault, printRouterPath } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { placeOfMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** The path is one that requests can have. */
export const checkPath = forEachProcedure((procedure): readonly Diagnostic[] => {
  if (!procedure.path) return [];
  if (!('fault' in procedure.path)) return checkReserved(procedure, printRouterPath(procedure.path));
  const [code, what, help] = describeFault(procedure.path);
  const place = placeOfMetadata(procedure, 'path');
  const message = `The path ${JSON.stringify(procedure.openapi.path)} of ${procedure.name} ${what}.`;
  return [createDiagnostic(code, place, message, { help })];
});

/** The description and the explorer stand there, whether they are served or not. */
function checkReserved(procedure: UncheckedProcedure, path: string): readonly Diagnostic[] {
  if (path !== '/openapi.json' && path !== '/docs' && !path.startsWith('/docs/')) return [];
  const message = `The path ${JSON.stringify(path)} of ${procedure.name} is reserved for the API's own description.`;
  const help = 'Choose another path; /openapi.json and everything at /docs are taken.';
  return [createDiagnostic('invalid-path', placeOfMetadata(procedure, 'path'), message, { help })];
}

function describeFault(
  fault: PathFault,
): readonly [code: DiagnosticCode, what: string, help?: string | undefined] {
  switch (fault.fault) {
    case 'no-slash':
      return ['invalid-path', 'does not start with a slash'];
    case 'api-prefix':
      return ['invalid-path', 'starts with /api, which is added to every path'];
    case 'trailing-slash':
      return ['invalid-path', 'ends with a slash'];
    case 'empty-segment':
      return ['invalid-path', 'has an empty segment'];
    case 'bad-segment':
      return [
        'invalid-path',
        `has the segment ${JSON.stringify(fault.segment)}, which is not valid in a URL`,
      ];
    case 'optional-parameter':
      return fault.segment.includes('*')
        ? ['invalid-path-parameter', `has ${JSON.stringify(fault.segment)}, which spans several segments`]
        : ['optional-path-parameter', `has the optional parameter ${JSON.stringify(fault.segment)}`];
    case 'bad-parameter':
      return [
        'invalid-path-parameter',
        `has the segment ${JSON.stringify(fault.segment)}, which is neither plain text nor one parameter`,
        /[^?]\?./.test(fault.segment)
          ? 'Keys of the query string belong in the input, not in the path.'
          : undefined,
      ];
    case 'repeated-parameter':
      return [
        'invalid-path-parameter',
        `has the parameter ${JSON.stringify(fault.segment)} twice`,
        'Give each parameter its own name.',
      ];
  }
}
