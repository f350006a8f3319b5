import { createDiagnostic } from '../diagnostic.js';
import { placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** A middleware that was typed for callers with a user does not meet others. */
export const checkProtect = forEachDraft((draft) => {
  if (!draft.hasProtectedMiddleware || draft.openapi.protect !== false) return [];
  const message = `${draft.name} is public, but has a middleware that was added under \`protect: true\`: its \`ctx.user\` may be null there.`;
  return [createDiagnostic('loosened-protect', placeOfMetadata(draft, 'protect'), message)];
});
