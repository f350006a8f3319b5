import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { placeOfCall } from '../model/procedure-draft.js';
import type { Rule } from './rule.js';

/** Two schemas with one `id` have one shape. */
export const checkComponents: Rule = ({ drafts, book, names }) =>
  names.schemas.flatMap(({ name, rival }): Diagnostic[] => {
    if (rival === undefined) return [];
    const [first, second] = [book.firstUseOf(name), book.firstUseOf(rival)].map((use) =>
      drafts.find((draft) => draft.name === use),
    );
    if (!first || !second) return [];
    const message = `Two schemas have the id "${name}" and different shapes.`;
    const related = {
      ...placeOfCall(first, 'output', 'input'),
      message: `The other one is used by ${first.name}.`,
    };
    return [
      createDiagnostic('duplicate-component', placeOfCall(second, 'output', 'input'), message, { related }),
    ];
  });
