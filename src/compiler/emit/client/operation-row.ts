import type { ProcedureModel } from '../../../model/api-model.js';
import type { TypeModel } from '../../../model/type-model.js';
import type { HttpMethod } from '../../../protocol/http-method.js';
import { printOpenApiPath } from '../../../protocol/path-template.js';
import type { NamedTypes } from './find-type.js';

/** The methods that RFC 9110 defines as idempotent, as the client's runtime assumes. */
const IDEMPOTENT: ReadonlySet<HttpMethod> = new Set(['GET', 'PUT', 'DELETE']);

/** How the row describes a response; undefined for an envelope with a payload. */
const ANSWERS = {
  envelope: undefined,
  plain: 'plain',
  binary: 'blob',
  events: 'blob',
  lines: 'blob',
  empty: 'empty',
  redirect: undefined,
} as const;

/** Whether the client has a URL for the operation instead of a call. */
export function isLink({ success }: Pick<ProcedureModel, 'success'>): boolean {
  return success.kind === 'redirect';
}

/** Returns the row that an operation passes to its transport: `Operation` in the client's runtime. */
export function buildOperationRow(procedure: ProcedureModel, types: NamedTypes): object {
  const {
    input,
    success: { kind, payload },
  } = procedure;
  const isOptional = kind === 'envelope' && mayBeUndefined(payload, types);
  const answer = isOptional ? 'optional' : ANSWERS[kind];
  return {
    method: procedure.method,
    path: printOpenApiPath(procedure.path),
    ...(input?.body && !input.body.fields && { body: input.mayBeUndefined ? 'optional' : true }),
    ...(answer && { answer }),
    ...(isStream(procedure) && { isStream: true }),
    ...idempotencyOf(procedure),
  };
}

export function isStream({ success: { kind } }: Pick<ProcedureModel, 'success'>): boolean {
  return kind === 'events' || kind === 'lines';
}

/**
 * Lists the form fields that the client must encode as JSON: `name`, or `name[]` if each item of a list is a document.
 * Undefined for an operation without a form.
 */
export function listJsonFields({ input }: ProcedureModel): readonly string[] | undefined {
  const { fields } = input?.body ?? {};
  if (!fields) return undefined;
  const json = Object.entries(fields).filter(([, { as }]) => as === 'json');
  return json.map(([name, { list }]) => (list ? `${name}[]` : name));
}

/** Whether a call may be retried: always, never, or (null) with an idempotency key. Empty if the method implies it. */
function idempotencyOf({ method, isIdempotent, takesIdempotencyKey }: ProcedureModel) {
  const idempotent = isIdempotent || (takesIdempotencyKey ? null : false);
  const isKnown = idempotent === (IDEMPOTENT.has(method) || null);
  return isKnown ? {} : { idempotent };
}

/** Whether JSON may omit a value of this type. */
function mayBeUndefined(type: TypeModel, types: NamedTypes, seen: ReadonlySet<string> = new Set()): boolean {
  switch (type.kind) {
    case 'keyword':
      return type.name === 'undefined' || type.name === 'unknown';
    case 'union':
      return type.members.some((member) => mayBeUndefined(member, types, seen));
    case 'intersection':
      return type.members.every((member) => mayBeUndefined(member, types, seen));
    case 'reference': {
      const named = seen.has(type.name) ? undefined : types.get(type.name);
      return named !== undefined && mayBeUndefined(named.type, types, new Set([...seen, type.name]));
    }
    default:
      return false;
  }
}
