import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { DraftApi } from '../model/draft-api.js';
import { placeOfCall } from '../model/procedure-draft.js';
import type { Place } from '../place.js';
import type { Rule } from './rule.js';

/** Two schemas with one `id` have one shape. */
export const checkComponents: Rule = (api) =>
  api.names.schemas.flatMap(({ name, rival }): Diagnostic[] => {
    const first = findUse(api, name);
    const second = rival === undefined ? undefined : findUse(api, rival);
    if (!first || !second) return [];
    const message = `Two schemas have the id "${name}" and different shapes.`;
    const related = { ...first.place, message: `The other one is used by ${first.procedure}.` };
    return [createDiagnostic('duplicate-component', second.place, message, { related })];
  });

function findUse({ drafts, book }: DraftApi, name: string): { procedure: string; place: Place } | undefined {
  const use = book.firstUseOf(name);
  const draft = drafts.find((candidate) => candidate.name === use?.procedure);
  return use && draft && { procedure: draft.name, place: placeOfCall(draft, use.side) };
}
