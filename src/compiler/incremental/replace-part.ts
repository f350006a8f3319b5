import type { ApiModel, ProcedureModel } from '../../model/api-model.js';
import { applyRulesToPart } from '../rules/apply-rules.js';
import { listComponents, usesOf } from './choose-part.js';
import { listCompared } from './compare-drafts.js';
import type { DraftedPart } from './draft-part.js';
import { isSame } from './is-same.js';
import { keepModel } from './keep-build.js';
import { type KeptBuild, type KeptFile, modelOf } from './kept-build.js';
import { mergeModel } from './merge-model.js';
import { keepSchemas, mergeNames } from './merge-names.js';
import { narrowBuild } from './narrow-build.js';
import { replaceItems } from './replace-items.js';

/** What is kept from now on, and the model of the changed files alone before and after: names and order are the same. */
export interface ReplacedPart {
  readonly kept: KeptBuild;
  readonly before: ApiModel;
  readonly after: ApiModel;
}

/**
 * Puts what changed files have made in the place of what they had made, without a look at any other: where all that others could
 * see of them is as it was. Null where it is not, or where anything is wrong with them.
 */
export function replacePart(part: DraftedPart, kept: KeptBuild): ReplacedPart | null {
  if (!isSame(part.changed.map(outlineFile), part.fresh.map(outlineFile))) return null;
  const before = narrowBuild(kept, part.changed);
  const after = part.changed.length === 0 ? before : decideAlone(part, before);
  if (!after || !haveSameNames(before, after)) return null;
  const { procedures, components } = before.items;
  const outlines = [procedures, after.items.procedures].map((list) => list.all().map(outlineProcedure));
  if (!isSame(outlines[0], outlines[1])) return null;
  const others = listComponents(usesOf(part.unchanged));
  const shared = components.all().filter(({ component }) => others.has(component));
  const items = replaceItems(kept, after, shared);
  return items && { kept: { ...kept, items }, before: modelOf(before), after: modelOf(after) };
}

/** The changed files as if they were the whole project. */
function decideAlone(part: DraftedPart, before: KeptBuild): KeptBuild | null {
  const isChanged = new Set(part.changed.map(({ file }) => file));
  const drafts = part.api.drafts.filter(({ loaded }) => isChanged.has(loaded.file.file));
  const compared = listCompared([], drafts);
  if (applyRulesToPart(part.api, compared).length > 0) return null;
  const alone = { ...part, unchanged: [] };
  const merged = mergeNames(alone, before, compared);
  const model =
    merged && mergeModel({ part: alone, kept: before, unchanged: [], drafts, compared, ...merged });
  return model && { ...before, ...keepModel(model, { files: part.fresh, components: keepSchemas(merged) }) };
}

function haveSameNames({ items: before }: KeptBuild, { items: after }: KeptBuild): boolean {
  return (['components', 'procedures', 'schemas', 'types'] as const).every((kind) =>
    isSame(before[kind].names, after[kind].names),
  );
}

/** What of a file decides of more than itself. */
function outlineFile({ file, namePath, uses }: KeptFile) {
  return { file, namePath, uses };
}

/** What of a procedure shows in more than what is printed of itself: in names, in the order of things, in what all share. */
function outlineProcedure(procedure: ProcedureModel) {
  const { name, namePath, identifier, resultType, source, method, path, tags, input, success } = procedure;
  const { isProtected, takesIdempotencyKey, rateLimit, deprecation, failures } = procedure;
  return [
    ...[name, namePath, identifier, resultType, source, method, path, tags, input?.type, success.payload],
    ...[isProtected, takesIdempotencyKey, rateLimit, deprecation, failures],
  ];
}
