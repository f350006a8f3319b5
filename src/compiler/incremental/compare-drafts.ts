import type { ProcedureModel } from '../../model/api-model.js';
import { compareNames } from '../model/compare-names.js';
import { toTypeIdentifier } from '../model/naming/safe-identifier.js';
import type { ComparedDraft, ProcedureDraft } from '../model/procedure-draft.js';
import { startOf } from '../place.js';
import { NO_PLACES } from '../read/place-book.js';
import { remember } from '../remember.js';

/** All procedures as they are compared, sorted by name: those that were kept, and those that were drafted anew. */
export function listCompared(
  kept: readonly ProcedureModel[],
  drafts: readonly ProcedureDraft[],
): readonly ComparedDraft[] {
  return [...kept.map((procedure) => draftOf(procedure)), ...drafts].sort((left, right) =>
    compareNames(left.name, right.name),
  );
}

/** Where it stands is not known any more: who finds it at fault has to look at the whole project. */
const draftOf = remember((procedure: ProcedureModel): ComparedDraft => {
  const { name, namePath, method, path, deprecation, source } = procedure;
  return {
    name,
    namePath,
    typeName: toTypeIdentifier(namePath),
    openapi: { deprecated: deprecation },
    method,
    path,
    loaded: {
      file: { file: source.file },
      identity: procedure,
      read: { exportName: source.exportName, place: startOf(source.file) },
      findPlaces: () => NO_PLACES,
    },
  };
});

/** Whether the successors that kept procedures name in their answers still have the paths they had. */
export function keepSuccessors(
  kept: readonly ProcedureModel[],
  before: readonly ProcedureModel[],
  after: readonly ComparedDraft[],
): boolean {
  const pathOf = (procedures: readonly Pick<ComparedDraft, 'name' | 'path'>[], wanted: string) =>
    JSON.stringify(procedures.find(({ name }) => name === wanted)?.path);
  return kept.every(({ deprecation }) => {
    const { replacedBy } = deprecation ?? {};
    return replacedBy === undefined || pathOf(before, replacedBy) === pathOf(after, replacedBy);
  });
}
