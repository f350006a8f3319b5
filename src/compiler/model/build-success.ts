import type { HeaderModel, SuccessModel } from '../../model/api-model.js';
import type { JsonSchema } from '../../model/json-schema.js';
import type { CheckedDraft, ModelContext } from './model-context.js';
import type { ProcedureDraft } from './procedure-draft.js';
import type { Shape } from './shape.js';

export function buildSuccess(draft: CheckedDraft, context: ModelContext): SuccessModel {
  const { output, openapi } = draft;
  if (!output) throw new Error(`${draft.name} has no output.`);
  const status = openapi.status ?? 200;
  const headers = buildHeaders(draft, context);
  if (output.shape.kind === 'absent') {
    return { status, kind: 'empty', payload: { kind: 'keyword', name: 'undefined' }, headers };
  }
  return {
    status,
    kind: draft.isEnvelope ? 'envelope' : 'plain',
    schema: context.names.settle(output.json, 'output'),
    payload: { kind: 'reference', name: context.claimed.payloadType(draft) },
    headers,
  };
}

/** The shape that the client hands out: of an envelope its payload, else the body. */
export function payloadShape(draft: ProcedureDraft, context: ModelContext): Shape {
  const { output } = draft;
  if (!output) return { kind: 'absent' };
  if (!draft.isEnvelope) return output.shape;
  const { shape } = output;
  const envelope = shape.kind === 'reference' ? context.book.shapeOf(shape.schema, 'output') : shape;
  const payload =
    envelope.kind === 'object' ? envelope.properties.find(({ key }) => key === 'payload') : undefined;
  if (!payload) return { kind: 'absent' };
  return payload.isOptional ? { kind: 'union', members: [payload.shape, { kind: 'absent' }] } : payload.shape;
}

function buildHeaders({ headers }: CheckedDraft, { names }: ModelContext): readonly HeaderModel[] {
  if (!headers) return [];
  const properties = (headers.json.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (headers.json.required ?? []) as readonly string[];
  return Object.entries(properties)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, json]) => {
      const { description, ...schema } = names.settle(json, 'output');
      return {
        name,
        isRequired: required.includes(name),
        schema,
        ...(typeof description === 'string' && { description }),
      };
    });
}
