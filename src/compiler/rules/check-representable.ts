import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfCall } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import type { Shape } from '../model/shape.js';
import { printSchemaPath, walkShape } from '../model/walk-shape.js';
import type { Side } from '../model/zod-schema.js';
import { forEachDraft } from './rule.js';

/** Every part of a schema is something that JSON can carry. */
export const checkRepresentable = forEachDraft((draft, { book }) => [
  ...check(draft, draft.input?.shape, 'input', 'input', book),
  ...check(draft, draft.output?.shape, 'output', 'output', book),
  ...check(draft, draft.headers?.shape, 'output', 'meta', book),
]);

function check(
  draft: ProcedureDraft,
  shape: Shape | undefined,
  side: Side,
  call: string,
  book: SchemaBook,
): Diagnostic[] {
  if (!shape) return [];
  const faults: Diagnostic[] = [];
  walkShape(
    shape,
    (schema) => book.shapeOf(schema, side),
    (part, path) => {
      if (part.kind !== 'unsupported') return;
      const what = call === 'meta' ? 'response headers' : side;
      const message = `The ${what} of ${draft.name} cannot be represented at ${printSchemaPath(path)}: ${part.reason}.`;
      faults.push(createDiagnostic('unrepresentable-schema', placeOfCall(draft, call), message));
    },
  );
  return faults;
}
