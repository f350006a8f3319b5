import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { RegistryEntry } from '../model/schema-registry.js';
import { placeOfCall, type UncheckedApi } from '../model/unchecked-api.js';
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

function findPlace({ procedures }: UncheckedApi, { procedure, side }: RegistryEntry): Place | undefined {
  const user = procedures.find(({ name }) => name === procedure);
  return user && placeOfCall(user, side);
}
