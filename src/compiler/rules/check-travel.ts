import { carriesBody } from '../../protocol/http-method.js';
import { listParameters } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfSchema } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import type { Shape } from '../model/shape.js';
import { listParts, printSchemaPath } from '../model/walk-shape.js';
import { forEachDraft } from './rule.js';

/** What travels in the path is one value; what travels in the query has keys that brackets can hold, and no arrays of anything but values. */
export const checkTravel = forEachDraft((draft, { book }) => {
  const { input, path, method } = draft;
  if (!input?.variants || !path || 'fault' in path || !method) return [];
  const inPath = listParameters(path);
  const faults = input.variants
    .flatMap(({ properties }) => [...properties.values()])
    .flatMap(({ key, shape }) => {
      if (inPath.includes(key)) return isValue(shape, book) ? [] : [refusePath(key)];
      if (carriesBody(method)) return [];
      return [...findKeyFaults([key]), ...findQueryFaults(shape, [key], book, 0)];
    });
  const unique = new Map(faults.map((fault) => [fault.what, fault]));
  return [...unique.values()].map((fault) => report(draft, fault));
});

/** What cannot travel, at the end of a path inside the input. */
interface TravelFault {
  readonly path: readonly string[];
  readonly what: string;
  readonly help?: string;
}

function report(draft: ProcedureDraft, { path, what, help }: TravelFault): Diagnostic {
  const message = `In the input of ${draft.name}, ${what}.`;
  const place = placeOfSchema(draft, 'input', path);
  return createDiagnostic('input-cannot-travel', place, message, { help });
}

function refusePath(key: string): TravelFault {
  return {
    path: [key],
    what: `"${key}" cannot be sent in the path: it is not a single value`,
    help: 'Use a single value, such as a string or a number, or remove the key from the path.',
  };
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

/** Brackets stand around the keys of a query: the last key of a path that the author chose can hold none itself. */
function findKeyFaults(path: readonly string[]): TravelFault[] {
  const key = path.at(-1) ?? '';
  if (key !== '' && !/[[\]]/.test(key)) return [];
  const why = key === '' ? 'its name is empty' : 'its name has brackets';
  return [
    {
      path,
      what: `${printSchemaPath(path)} cannot be sent in a query: ${why}`,
      help: 'Rename the key, or use POST, PUT or PATCH, so that the input is sent as JSON.',
    },
  ];
}

/** A recursive input has no deepest place; past this depth it is taken to be one. */
const DEEPEST = 16;

function findQueryFaults(
  shape: Shape,
  path: readonly string[],
  book: SchemaBook,
  depth: number,
): readonly TravelFault[] {
  if (depth > DEEPEST) return [];
  if (shape.kind === 'reference') {
    return findQueryFaults(book.shapeOf(shape.schema, 'input'), path, book, depth + 1);
  }
  const isList = shape.kind === 'array' || shape.kind === 'set' || shape.kind === 'tuple';
  const keys = shape.kind === 'object' ? shape.properties.map(({ key }) => [...path, key]) : [];
  const inside = listParts(shape).flatMap(([step, part]): readonly TravelFault[] => {
    const what = `${printSchemaPath(path)} cannot be sent in a query: it is an array of more than single values`;
    if (isList && !isValue(part, book)) return [{ path, what }];
    return findQueryFaults(part, step === '' ? path : [...path, step], book, depth + 1);
  });
  return [...keys.flatMap(findKeyFaults), ...inside];
}
