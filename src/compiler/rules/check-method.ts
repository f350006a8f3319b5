import type { DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { createDiagnostic } from '../diagnostic.js';
import { locateMetadata } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** The method exists, and fits what the procedure is. */
export const checkMethod = forEachProcedure((procedure) => {
  const { method, name, kind } = procedure;
  if (procedure.openapi.method === undefined) return [];
  const report = (code: DiagnosticCode, message: string) => [
    createDiagnostic(code, locateMetadata(procedure, 'method'), message),
  ];
  if (method === undefined) {
    const written = JSON.stringify(procedure.openapi.method);
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
