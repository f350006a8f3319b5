import { createDiagnostic } from '../diagnostic.js';
import { placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** The method exists, and fits what the procedure is. */
export const checkMethod = forEachDraft((draft) => {
  const { method, name, definition } = draft;
  if (draft.openapi.method === undefined) return [];
  const place = placeOfMetadata(draft, 'method');
  if (method === undefined) {
    const written = JSON.stringify(draft.openapi.method);
    return [
      createDiagnostic(
        'invalid-method',
        place,
        `${name} has the method ${written}, which no procedure can have.`,
      ),
    ];
  }
  if (definition.kind === 'query' && method !== 'GET' && method !== 'POST') {
    return [createDiagnostic('query-method', place, `${name} is a query, but its method is ${method}.`)];
  }
  if (definition.kind === 'mutation' && method === 'GET') {
    return [createDiagnostic('mutation-method', place, `${name} is a mutation, but its method is GET.`)];
  }
  return [];
});
