import { applyRulesToPart } from '../rules/apply-rules.js';
import { keepSuccessors, listCompared } from './compare-drafts.js';
import type { DraftedPart } from './draft-part.js';
import { keepModel } from './keep-build.js';
import type { KeptBuild } from './kept-build.js';
import { mergeModel } from './merge-model.js';
import { keepSchemas, mergeNames } from './merge-names.js';

/** What is kept from now on; null when a rule refuses anything, or when the part is none by itself. */
export function mergePart(part: DraftedPart, kept: KeptBuild): KeptBuild | null {
  const isChanged = new Set(part.changed.map(({ file }) => file));
  const drafts = part.api.drafts.filter(({ loaded }) => isChanged.has(loaded.file.file));
  const procedures = kept.items.procedures.all();
  const unchanged = procedures.filter(({ source }) => !isChanged.has(source.file));
  const compared = listCompared(unchanged, drafts);
  if (applyRulesToPart(part.api, compared).length > 0) return null;
  if (!keepSuccessors(unchanged, procedures, compared)) return null;
  const merged = mergeNames(part, kept, compared);
  const model = merged && mergeModel({ part, kept, unchanged, drafts, compared, ...merged });
  if (!model) return null;
  const fresh = new Map(part.fresh.map((file) => [file.file, file]));
  const files = kept.items.files.all().map((file) => fresh.get(file.file) ?? file);
  return { ...kept, ...keepModel(model, { files, components: keepSchemas(merged) }) };
}
