import { createDiagnostic } from '../diagnostic.js';
import { placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** What a deprecated procedure is replaced by exists, and is another one. */
export const checkReplacement = forEachDraft((draft, { drafts }) => {
  const { deprecated } = draft.openapi;
  if (typeof deprecated !== 'object' || deprecated === null) return [];
  const { replacedBy } = deprecated as { replacedBy?: unknown };
  if (typeof replacedBy !== 'string') return [];
  if (replacedBy !== draft.name && drafts.some(({ name }) => name === replacedBy)) return [];
  const message =
    replacedBy === draft.name
      ? `${draft.name} cannot be replaced by itself.`
      : `${draft.name} is replaced by "${replacedBy}", but there is no such procedure.`;
  return [
    createDiagnostic('unknown-replacement', placeOfMetadata(draft, 'deprecated', 'replacedBy'), message),
  ];
});
