import type { Diagnostic } from '../diagnostic.js';
import type { DraftApi } from '../model/draft-api.js';
import type { ComparedDraft, ProcedureDraft } from '../model/procedure-draft.js';
import { comparePlaces } from '../place.js';

/** What is refused, or warned of, as far as one rule knows. */
export type Rule = (api: DraftApi) => readonly Diagnostic[];

/** What is refused of procedures beside each other. */
export type Comparison = (api: ComparedApi) => readonly Diagnostic[];

export interface ComparedApi extends Pick<DraftApi, 'config'> {
  /** All there are, sorted by name. */
  readonly drafts: readonly ComparedDraft[];
}

/** A rule that looks at one procedure at a time. */
export function forEachDraft(check: (draft: ProcedureDraft, api: DraftApi) => readonly Diagnostic[]): Rule {
  return (api) => api.drafts.flatMap((draft) => check(draft, api));
}

/** Drafts in the order of the files, so that of two that clash the later one is at fault. */
export function byPlace(drafts: readonly ComparedDraft[]): ComparedDraft[] {
  return [...drafts].sort((left, right) => comparePlaces(left.loaded.read.place, right.loaded.read.place));
}
