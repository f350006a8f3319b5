import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ComparedDraft, placeOfMetadata } from '../model/procedure-draft.js';
import { suggestName } from '../suggest-name.js';
import type { Comparison } from './rule.js';

/** What a deprecated procedure is replaced by exists, and is another one. */
export const checkReplacement: Comparison = ({ drafts }) => {
  const names = new Set(drafts.map(({ name }) => name));
  return drafts.flatMap((draft) => checkOne(draft, names));
};

function checkOne(draft: ComparedDraft, names: ReadonlySet<string>): readonly Diagnostic[] {
  const { deprecated } = draft.openapi;
  if (typeof deprecated !== 'object' || deprecated === null) return [];
  const { replacedBy } = deprecated as { replacedBy?: unknown };
  if (typeof replacedBy !== 'string') return [];
  if (replacedBy !== draft.name && names.has(replacedBy)) return [];
  const message =
    replacedBy === draft.name
      ? `${draft.name} cannot be replaced by itself.`
      : `${draft.name} is replaced by "${replacedBy}", but there is no such procedure.`;
  const others = [...names].filter((name) => name !== draft.name);
  const help = `Name a procedure as the client does. ${suggestName(replacedBy, others)}`.trim();
  const place = placeOfMetadata(draft, 'deprecated', 'replacedBy');
  return [createDiagnostic('unknown-replacement', place, message, { help })];
}
