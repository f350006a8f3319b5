import type { HeaderModel, SuccessModel } from '../../model/api-model.js';
import type { JsonSchema } from '../../model/json-schema.js';
import type { Shape } from '../schema/shape.js';
import type { CheckedProcedure, ModelContext } from './model-context.js';
import type { UncheckedProcedure } from './unchecked-api.js';

export function buildSuccess(procedure: CheckedProcedure, context: ModelContext): SuccessModel {
  const { output, openapi, sentAs } = procedure;
  if (!output) throw new Error(`${procedure.name} has no output.`);
  const success = { status: openapi.status ?? 200, ...sentAs, headers: buildHeaders(procedure, context) };
  if (output.kind === 'absent') {
    const kind = sentAs.kind === 'plain' ? 'empty' : sentAs.kind;
    return { ...success, kind, payload: { kind: 'keyword', name: kind === 'binary' ? 'Blob' : 'undefined' } };
  }
  return {
    ...success,
    schema: context.names.print(output, 'output'),
    payload: { kind: 'reference', name: context.claimed.payloadType(procedure) },
  };
}

/** The shape that the client hands out: of an envelope its payload, else the body. */
export function payloadShape(procedure: UncheckedProcedure, context: ModelContext): Shape {
  const { output } = procedure;
  if (!output) return { kind: 'absent' };
  if (procedure.sentAs.kind !== 'envelope') return output;
  const envelope = output.kind === 'reference' ? context.registry.shapeOf(output.schema, 'output') : output;
  const payload =
    envelope.kind === 'object' ? envelope.properties.find(({ key }) => key === 'payload') : undefined;
  if (!payload) return { kind: 'absent' };
  return payload.isOptional ? { kind: 'union', members: [payload.shape, { kind: 'absent' }] } : payload.shape;
}

function buildHeaders({ headers }: CheckedProcedure, { names }: ModelContext): readonly HeaderModel[] {
  if (!headers) return [];
  const json = names.print(headers, 'output');
  const properties = (json.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (json.required ?? []) as readonly string[];
  return Object.entries(properties)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { description, ...schema }]) => ({
      name,
      isRequired: required.includes(name),
      schema,
      ...(typeof description === 'string' && { description }),
    }));
}
