import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfSchema } from '../model/procedure-draft.js';
import type { SchemaBook } from '../model/schema-book.js';
import type { PropertyShape, Shape } from '../model/shape.js';
import { forEachDraft } from './rule.js';

/** A response header has a name that HTTP knows, stands there once, holds a text, and is the handler's to set. */
export const checkHeaders = forEachDraft((draft, { book }) => {
  const { headers } = draft;
  const shape = headers && lookUp(headers.shape, book);
  if (shape?.kind !== 'object') return [];
  const first = new Map<string, string>();
  return shape.properties.flatMap((property): Diagnostic[] => {
    const name = property.key.toLowerCase();
    const before = first.get(name);
    first.set(name, property.key);
    const fault =
      before === undefined
        ? findFault(property, draft, book)
        : `is the same header as ${JSON.stringify(before)}: case makes no difference`;
    if (fault === undefined) return [];
    const message = `${JSON.stringify(property.key)} among the response headers of ${draft.name} ${fault}.`;
    return [createDiagnostic('invalid-header', placeOfSchema(draft, 'headers', [property.key]), message)];
  });
});

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** What the server says itself, of every answer. OpenAPI would have `Content-Type` ignored. */
const OWN = new Set(
  [
    'connection content-encoding content-length content-type date keep-alive trailer transfer-encoding upgrade',
    'ratelimit ratelimit-policy x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset',
    'x-content-type-options x-request-id',
  ].flatMap((line) => line.split(' ')),
);
const OF_DEPRECATION = new Set(['deprecation', 'sunset', 'link']);

function findFault(
  { key, shape }: PropertyShape,
  draft: ProcedureDraft,
  book: SchemaBook,
): string | undefined {
  if (!TOKEN.test(key)) return 'is not a valid header name';
  if (OWN.has(key.toLowerCase())) return 'is set by the server itself';
  if (draft.openapi.deprecated && OF_DEPRECATION.has(key.toLowerCase()))
    return 'is set by the server itself, as the procedure is deprecated';
  return isText(shape, book) ? undefined : 'is an object, which a header cannot carry';
}

/** Whether a shape is one text, or a list of them. */
function isText(shape: Shape, book: SchemaBook): boolean {
  switch (shape.kind) {
    case 'reference':
      return isText(lookUp(shape, book), book);
    case 'array':
    case 'set':
      return isText(shape.element, book);
    case 'union':
    case 'intersection':
      return shape.members.every((member) => isText(member, book));
    default:
      return shape.kind !== 'object' && shape.kind !== 'record';
  }
}

function lookUp(shape: Shape, book: SchemaBook): Shape {
  return shape.kind === 'reference' ? lookUp(book.shapeOf(shape.schema, 'output'), book) : shape;
}
