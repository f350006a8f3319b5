import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfCall, placeOfMetadata } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import type { Shape } from '../model/shape.js';
import { printSchemaPath, walkShape } from '../model/walk-shape.js';
import type { Side } from '../model/zod-schema.js';
import type { Place } from '../place.js';
import { forEachDraft } from './rule.js';

/** Every part of a schema is something that JSON can carry. */
export const checkRepresentable = forEachDraft((draft, { book }) => [
  ...check(draft, draft.input?.shape, 'input', { what: 'input', place: placeOfCall(draft, 'input') }, book),
  ...check(
    draft,
    draft.output?.shape,
    'output',
    { what: 'output', place: placeOfCall(draft, 'output') },
    book,
  ),
  ...check(
    draft,
    draft.headers?.shape,
    'output',
    { what: 'response headers', place: placeOfMetadata(draft, 'headers') },
    book,
  ),
]);

function check(
  draft: ProcedureDraft,
  shape: Shape | undefined,
  side: Side,
  { what, place }: { readonly what: string; readonly place: Place },
  book: SchemaBook,
): Diagnostic[] {
  if (!shape) return [];
  const faults: Diagnostic[] = [];
  walkShape(
    shape,
    (schema) => book.shapeOf(schema, side),
    (part, path) => {
      if (part.kind !== 'unsupported') return;
      const message = `The ${what} of ${draft.name} cannot be represented at ${printSchemaPath(path)}: ${part.reason}.`;
      faults.push(createDiagnostic('unrepresentable-schema', place, message));
    },
  );
  return faults;
}
