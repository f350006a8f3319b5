import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfCall, placeOfMetadata } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import type { Shape } from '../model/shape.js';
import { printSchemaPath, walkShape } from '../model/walk-shape.js';
import type { Side } from '../model/zod-schema.js';
import type { Place } from '../place.js';
import { forEachDraft } from './rule.js';

/** Every part of a schema is something that JSON can carry. */
export const checkRepresentable = forEachDraft((draft, { book }) =>
  listSubjects(draft).flatMap((subject) => check(draft, subject, book)),
);

/** One of a procedure's schemas, in words and where it stands. */
interface Subject {
  readonly what: string;
  readonly shape: Shape | undefined;
  readonly side: Side;
  readonly place: Place;
}

function listSubjects(draft: ProcedureDraft): readonly Subject[] {
  const { input, output, headers } = draft;
  const atHeaders = placeOfMetadata(draft, 'headers');
  return [
    { what: 'input', shape: input?.shape, side: 'input', place: placeOfCall(draft, 'input') },
    { what: 'output', shape: output?.shape, side: 'output', place: placeOfCall(draft, 'output') },
    { what: 'response headers', shape: headers?.shape, side: 'output', place: atHeaders },
  ];
}

function check(draft: ProcedureDraft, { what, shape, side, place }: Subject, book: SchemaBook): Diagnostic[] {
  if (!shape) return [];
  const faults: Diagnostic[] = [];
  walkShape(
    shape,
    (schema) => book.shapeOf(schema, side),
    (part, path) => {
      if (part.kind !== 'unsupported') return;
      const message = `The ${what} of ${draft.name} cannot be represented at ${printSchemaPath(path)}: ${part.reason}.`;
      const help = part.help === undefined ? {} : { help: part.help };
      faults.push(createDiagnostic('unrepresentable-schema', place, message, help));
    },
  );
  return faults;
}
