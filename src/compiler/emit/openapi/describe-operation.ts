import type {
  EncodingPropertyObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { ApiModel, BodyModel, ParameterModel, ProcedureModel } from '../../../model/api-model.js';
import { IDEMPOTENCY_KEY_COMPONENT } from '../../../protocol/service-headers.js';
import { describeResponses } from './describe-responses.js';

/** The parts of an API that every operation depends on. */
export interface OperationContext extends Pick<ApiModel, 'credentials' | 'rateLimits'> {
  /** The name of the schema of failures. */
  readonly failure: string;
}

export function describeOperation(procedure: ProcedureModel, context: OperationContext): OperationObject {
  const { input, deprecation, description, rateLimit } = procedure;
  const parameters = [
    ...(input?.parameters.map(describeParameter) ?? []),
    ...(procedure.takesIdempotencyKey
      ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_KEY_COMPONENT}` }]
      : []),
  ];
  const parts = [description, input?.description, replacementNote(procedure)];
  const text = parts.filter((part) => part !== undefined).join('\n\n');
  return {
    operationId: procedure.name,
    tags: [...procedure.tags],
    summary: procedure.summary,
    ...(text !== '' && { description: text }),
    ...(deprecation && { deprecated: true }),
    ...(deprecation?.sunset !== undefined && { 'x-sunset': deprecation.sunset }),
    // In OpenAPI 3.1, the list of any security scheme may name the required permissions.
    security: procedure.isProtected ? [{ [context.credentials.name]: [...procedure.scopes] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(input?.body && { requestBody: describeBody(input.body) }),
    responses: describeResponses(procedure, context.failure),
    ...(rateLimit && { 'x-rate-limit': { class: rateLimit, ...context.rateLimits[rateLimit] } }),
  };
}

function describeBody({ schema: json, isRequired, fields }: BodyModel): RequestBodyObject {
  const schema = json as SchemaObject;
  const media = fields
    ? { 'multipart/form-data': { schema, encoding: describeEncoding(fields) } }
    : { 'application/json': { schema } };
  return { required: isRequired, content: media };
}

/** Lists the encodings of all fields that are not text: OpenAPI 3.1 changed the defaults for these. */
function describeEncoding(
  fields: NonNullable<BodyModel['fields']>,
): Readonly<Record<string, EncodingPropertyObject>> {
  const encoded = Object.entries(fields).filter(([, { as }]) => as !== 'text');
  return Object.fromEntries(
    encoded.map(([name, { as, contentTypes = ['application/octet-stream'] }]) => [
      name,
      { contentType: as === 'json' ? 'application/json' : contentTypes.join(', ') },
    ]),
  );
}

function replacementNote({ deprecation }: ProcedureModel): string | undefined {
  return deprecation?.replacedBy === undefined ? undefined : `Use \`${deprecation.replacedBy}\` instead.`;
}

function describeParameter(parameter: ParameterModel): ParameterObject {
  const { name, isRequired, description, isDeprecated, style, explode, schema } = parameter;
  return {
    name,
    in: parameter.in,
    required: isRequired,
    ...(description !== undefined && { description }),
    ...(isDeprecated && { deprecated: true }),
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
    schema: schema as SchemaObject,
  };
}
