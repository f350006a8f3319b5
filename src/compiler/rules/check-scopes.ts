import { createDiagnostic } from '../diagnostic.js';
import { locateMetadata } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** Only who is authenticated can hold a scope. */
export const checkScopes = forEachProcedure((procedure) => {
  const { scopes, protect } = procedure.openapi;
  if (protect !== false || !Array.isArray(scopes) || scopes.length === 0) return [];
  const message = `${procedure.name} asks for scopes, but it is public.`;
  return [createDiagnostic('scopes-on-public', locateMetadata(procedure, 'scopes'), message)];
});
