import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfSchema } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import { printSchemaPath, walkShape } from '../model/walk-shape.js';
import { forEachDraft } from './rule.js';

/** Every part of a schema is something that JSON can carry, and every part of an output one that undeclared fields are stripped from. */
export const checkRepresentable = forEachDraft((draft, { book }) => [
  ...check(draft, 'input', book),
  ...check(draft, 'output', book),
  ...check(draft, 'headers', book),
]);

const IN_WORDS = { input: 'input', output: 'output', headers: 'response headers' } as const;

function check(draft: ProcedureDraft, subject: keyof typeof IN_WORDS, book: SchemaBook): Diagnostic[] {
  const schema = draft[subject];
  if (!schema) return [];
  const faults: Diagnostic[] = [];
  walkShape(
    schema.shape,
    (inner) => book.shapeOf(inner, subject === 'input' ? 'input' : 'output'),
    (part, path) => {
      if (subject === 'output' && part.kind === 'leaf' && part.leaf === 'any') {
        const message = `The output of ${draft.name} is anything at ${printSchemaPath(path)}, so nothing is checked or stripped there.`;
        faults.push(createDiagnostic('unchecked-output', placeOfSchema(draft, subject, path), message));
      }
      if (part.kind !== 'unsupported') return;
      const { reason, help } = part;
      const message = `The ${IN_WORDS[subject]} of ${draft.name} cannot be represented at ${printSchemaPath(path)}: ${reason}.`;
      const place = placeOfSchema(draft, subject, path);
      faults.push(createDiagnostic('unrepresentable-schema', place, message, { help }));
    },
  );
  return faults;
}
