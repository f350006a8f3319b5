import { carriesBody } from '../../protocol/http-method.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfCall } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import type { PropertyShape, Shape } from '../model/shape.js';
import { listParts, printSchemaPath } from '../model/walk-shape.js';
import { forEachDraft } from './rule.js';

/** What travels in the path is one value; what travels in the query holds no arrays of anything but values. */
export const checkTravel = forEachDraft((draft, { book }) => {
  const { input, path, method } = draft;
  if (!input?.variants || !path || 'fault' in path || !method) return [];
  const inPath = new Set(path.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : [])));
  const helps = new Map<string, string | undefined>();
  for (const [key, { shape }] of input.variants.flatMap(({ properties }): [string, PropertyShape][] => [
    ...properties,
  ])) {
    if (inPath.has(key) && !isValue(shape, book))
      helps.set(`"${key}" cannot travel in the path, as it is not a single value`, HELP_FOR_PATHS);
    if (inPath.has(key) || carriesBody(method)) continue;
    for (const fault of findQueryFaults(shape, [key], book, 0)) helps.set(fault, undefined);
  }
  return [...helps].map(([message, help]): Diagnostic => report(draft, message, help));
});

const HELP_FOR_PATHS = 'Use a single value, such as a string or a number, or take the key out of the path.';

function report(draft: ProcedureDraft, what: string, help: string | undefined): Diagnostic {
  const message = `In the input of ${draft.name}, ${what}.`;
  return createDiagnostic('input-cannot-travel', placeOfCall(draft, 'input'), message, help ? { help } : {});
}

/** Whether a shape is one value that a text can stand for. */
function isValue(shape: Shape, book: SchemaBook): boolean {
  if (shape.kind === 'lenient') return isValue(shape.inner, book);
  if (shape.kind === 'reference') return isValue(book.shapeOf(shape.schema, 'input'), book);
  if (shape.kind === 'union' || shape.kind === 'intersection') {
    return shape.members.every((member) => isValue(member, book));
  }
  return ['leaf', 'literal', 'absent', 'unsupported'].includes(shape.kind);
}

/** A recursive input has no deepest place; past this depth it is taken to be one. */
const DEEPEST = 16;

function findQueryFaults(shape: Shape, path: readonly string[], book: SchemaBook, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (shape.kind === 'reference') {
    return findQueryFaults(book.shapeOf(shape.schema, 'input'), path, book, depth + 1);
  }
  const faults: string[] = [];
  for (const [step, part] of listParts(shape)) {
    const inner = step === '' ? path : [...path, step];
    const isElement = shape.kind === 'array' || shape.kind === 'set' || shape.kind === 'tuple';
    if (isElement && !isValue(part, book)) {
      faults.push(
        `${printSchemaPath(path)} cannot travel in a query, as it is an array of more than single values`,
      );
    } else faults.push(...findQueryFaults(part, inner, book, depth + 1));
  }
  return faults;
}
