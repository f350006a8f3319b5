import { createDiagnostic } from '../diagnostic.js';
import { placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** Only who is authenticated can hold a scope. */
export const checkScopes = forEachDraft((draft) => {
  const { scopes, protect } = draft.openapi;
  if (protect !== false || !Array.isArray(scopes) || scopes.length === 0) return [];
  const message = `${draft.name} asks for scopes, but it is public.`;
  return [createDiagnostic('scopes-on-public', placeOfMetadata(draft, 'scopes'), message)];
});
