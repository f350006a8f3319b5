import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { DraftApi } from '../model/draft-api.js';
import { placeOfCall } from '../model/procedure-draft.js';
import type { BookEntry } from '../model/schema-book.js';
import type { Place } from '../place.js';
import type { Rule } from './rule.js';

/** Two schemas with one `id` have one shape. */
export const checkComponents: Rule = (api) =>
  api.names.schemas.flatMap(({ label, use, rival }): Diagnostic[] => {
    // Places are looked for where there is a fault only: it takes a look at all drafts.
    const second = rival && findPlace(api, rival);
    const first = second && findPlace(api, use);
    if (!first) return [];
    const message = `Two schemas have the id "${label}" and different shapes.`;
    const related = { ...first, message: `The other one is used by ${use.procedure}.` };
    return [createDiagnostic('duplicate-component', second, message, { related })];
  });

function findPlace({ drafts }: DraftApi, { procedure, side }: BookEntry): Place | undefined {
  const draft = drafts.find(({ name }) => name === procedure);
  return draft && placeOfCall(draft, side);
}
