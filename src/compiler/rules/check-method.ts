import type { DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { createDiagnostic } from '../diagnostic.js';
import { placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** The method exists, and fits what the procedure is. */
export const checkMethod = forEachDraft((draft) => {
  const { method, name, kind } = draft;
  if (draft.openapi.method === undefined) return [];
  const report = (code: DiagnosticCode, message: string) => [
    createDiagnostic(code, placeOfMetadata(draft, 'method'), message),
  ];
  if (method === undefined) {
    const written = JSON.stringify(draft.openapi.method);
    return report('invalid-method', `${name} has the method ${written}, which no procedure can have.`);
  }
  if (kind === 'query' && method !== 'GET' && method !== 'POST') {
    return report('query-method', `${name} is a query, but its method is ${method}.`);
  }
  if (kind === 'mutation' && method === 'GET') {
    return report('mutation-method', `${name} is a mutation, but its method is GET.`);
  }
  return [];
});
