import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { SchemaRegistry } from '../model/schema-registry.js';
import { locateSchema, type UncheckedProcedure } from '../model/unchecked-api.js';
import type { PropertyShape, Shape } from '../schema/shape.js';
import { listForms } from '../schema/walk-shape.js';
import { forEachProcedure } from './rule.js';

/** A response header has a valid name, appears once, is text, and may be set by the handler. */
export const checkHeaders = forEachProcedure((procedure, { registry }) => {
  const { headers } = procedure;
  const [shape] = headers ? listForms(headers, (key) => registry.shapeOf(key, 'output')) : [];
  if (shape?.kind !== 'object') return [];
  const first = new Map<string, string>();
  return shape.properties.flatMap((property): Diagnostic[] => {
    const name = property.key.toLowerCase();
    const before = first.get(name);
    first.set(name, property.key);
    const problem =
      before === undefined
        ? findProblem(property, procedure, registry)
        : `is the same header as ${JSON.stringify(before)}: case makes no difference`;
    if (problem === undefined) return [];
    const message = `${JSON.stringify(property.key)} among the response headers of ${procedure.name} ${problem}.`;
    return [createDiagnostic('invalid-header', locateSchema(procedure, 'headers', [property.key]), message)];
  });
});

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Headers that the server sets on every response. OpenAPI requires `Content-Type` to be ignored. */
const SERVER_HEADERS = new Set(
  [
    'connection content-encoding content-length content-type date keep-alive trailer transfer-encoding upgrade',
    'ratelimit ratelimit-policy x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset',
    'x-content-type-options x-request-id',
  ].flatMap((line) => line.split(' ')),
);
const DEPRECATION_HEADERS = new Set(['deprecation', 'sunset', 'link']);

function findProblem(
  { key, shape }: PropertyShape,
  procedure: UncheckedProcedure,
  registry: SchemaRegistry,
): string | undefined {
  if (!TOKEN.test(key)) return 'is not a valid header name';
  if (SERVER_HEADERS.has(key.toLowerCase())) return 'is set by the server itself';
  if (procedure.openapi.deprecated && DEPRECATION_HEADERS.has(key.toLowerCase()))
    return 'is set by the server itself, as the procedure is deprecated';
  if (procedure.sentAs.kind === 'redirect' && key.toLowerCase() === 'location')
    return 'is what the handler returns';
  return isText(shape, registry) ? undefined : 'is an object, which a header cannot carry';
}

/** Whether a shape is text or a list of texts. */
function isText(shape: Shape, registry: SchemaRegistry): boolean {
  const forms = listForms(shape, (key) => registry.shapeOf(key, 'output'));
  return forms.every((form) => {
    const isList = form.kind === 'array' || form.kind === 'set';
    return isList ? isText(form.element, registry) : form.kind !== 'object' && form.kind !== 'record';
  });
}
