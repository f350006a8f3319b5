import type { ApiModel, NamedType, ProcedureModel } from '../../model/api-model.js';
import type { TypeModel } from '../../model/type-model.js';
import { listTags } from '../model/build-model.js';
import { buildProcedure } from '../model/build-procedure.js';
import { compareNames } from '../model/compare-names.js';
import { reachSchemas } from '../model/list-schemas.js';
import { listTypes } from '../model/list-types.js';
import type { CheckedDraft, ModelContext } from '../model/model-context.js';
import { PlanBook } from '../model/plan-book.js';
import type { ComparedDraft, ProcedureDraft } from '../model/procedure-draft.js';
import { listTypeReferences } from '../model/type-references.js';
import { remember } from '../remember.js';
import type { DraftedPart } from './draft-part.js';
import type { KeptBuild } from './kept-build.js';
import type { MergedNames } from './merge-names.js';
import { settleSchemas } from './merge-schemas.js';

export interface Merge extends MergedNames {
  readonly part: DraftedPart;
  readonly kept: KeptBuild;
  /** The procedures of unchanged files. */
  readonly unchanged: readonly ProcedureModel[];
  /** Those of changed files. */
  readonly drafts: readonly ProcedureDraft[];
  /** All of them. */
  readonly compared: readonly ComparedDraft[];
}

/** The model of the whole, of kept procedures and new ones. Null where plans would have to be named. */
export function mergeModel({
  part,
  kept,
  unchanged,
  drafts,
  compared,
  names,
  claimed,
}: Merge): ApiModel | null {
  const { config, importExtension } = kept;
  const { book } = part.api;
  const plans = new PlanBook(book, part.api.names.componentOf);
  const context: ModelContext = { book, names, plans, config, drafts: compared, claimed, importExtension };
  const fresh = drafts.map((draft) => buildProcedure(draft as CheckedDraft, context));
  if (Object.keys(plans.listNamed()).length > 0) return null;
  const procedures = [...unchanged, ...fresh].sort((left, right) => compareNames(left.name, right.name));
  const types = kept.items.types.all();
  return {
    ...kept.frame,
    tags: listTags(procedures, config),
    schemas: reachSchemas(procedures, settleSchemas(names, kept)),
    types: keepReached(procedures, keepSame(types, listTypes(drafts, context)), types),
    procedures,
  };
}

/** The new list, with the old objects in place of those that say the same. */
function keepSame<Named extends { readonly name: string }>(
  before: readonly Named[],
  after: readonly Named[],
): readonly Named[] {
  const known = new Map(before.map((named) => [named.name, named]));
  return after.map((named) => {
    const old = known.get(named.name);
    return old && JSON.stringify(old) === JSON.stringify(named) ? old : named;
  });
}

const listReferences = remember((type: TypeModel) => listTypeReferences(type));

/** Of the new types and the old ones those that procedures lead to, sorted by name. */
function keepReached(
  procedures: readonly ProcedureModel[],
  fresh: readonly NamedType[],
  old: readonly NamedType[],
): readonly NamedType[] {
  const known = new Map([...old, ...fresh].map((type) => [type.name, type]));
  const reached = new Set<string>();
  for (const { input, success } of procedures) {
    for (const type of [input?.type, success.payload]) {
      if (type) for (const name of listReferences(type)) reached.add(name);
    }
  }
  for (const name of reached) {
    const type = known.get(name)?.type;
    if (type) for (const target of listReferences(type)) reached.add(target);
  }
  return [...reached].sort(compareNames).flatMap((name) => known.get(name) ?? []);
}
