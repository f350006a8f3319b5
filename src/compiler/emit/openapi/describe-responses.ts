import type {
  HeaderObject,
  HeadersObject,
  ReferenceObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { FailureModel, ProcedureModel, SuccessModel } from '../../../model/api-model.js';
import { failureResponse, sharedFailureName } from './describe-failures.js';
import { DEPRECATION_HEADERS, RATE_LIMIT_HEADERS } from './describe-headers.js';

/** `failure` is the name of the schema of failures. */
export function describeResponses(procedure: ProcedureModel, failure: string): ResponsesObject {
  const failures = procedure.failures.map((each) => [each.status, describeFailure(each, failure)] as const);
  return Object.fromEntries([[procedure.success.status, describeSuccess(procedure)], ...failures]);
}

function describeSuccess({ success, rateLimit, deprecation }: ProcedureModel): ResponseObject {
  const headers: HeadersObject = success.kind === 'redirect' ? { Location: LOCATION } : {};
  for (const { name, isRequired, schema, description } of success.headers) {
    headers[name] = {
      ...(description !== undefined && { description }),
      ...(isRequired && { required: true }),
      schema: schema as SchemaObject,
    };
  }
  for (const name of rateLimit ? RATE_LIMIT_HEADERS : []) headers[name] = headerReference(name);
  for (const name of DEPRECATION_HEADERS)
    if (deprecation?.headers[name]) headers[name] = headerReference(name);
  return {
    description: DESCRIPTIONS[success.kind] ?? 'Success.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...describeBody(success),
  };
}

const DESCRIPTIONS: Partial<Record<SuccessModel['kind'], string>> = {
  events:
    'Success: Server-Sent Events. The schema is that of one event, whose `data` is JSON. The last event is `end`, or `error` with a failure as its data; without either, come back with the last id as `Last-Event-ID`.',
  lines:
    'Success: JSON Lines. The schema is that of one line. Empty lines mean nothing. If the last line is a failure with a `status`, the rest is missing.',
  redirect: 'A redirect.',
};

function describeBody({ kind, schema, contentType }: SuccessModel): Pick<ResponseObject, 'content'> {
  if (contentType !== undefined) return { content: { [contentType]: { schema: BYTES } } };
  if (!schema) return {};
  const json = schema as SchemaObject;
  if (kind === 'events') return { content: { 'text/event-stream': { schema: describeEvent(json) } } };
  return { content: { [kind === 'lines' ? 'application/jsonl' : 'application/json']: { schema: json } } };
}

const BYTES: SchemaObject = { type: 'string', format: 'binary' };

/**
 * One event, its fields by their names. OpenAPI 3.1 has no words for a sequence; 3.2 has `itemSchema`, in the place of
 * which 3.1 describes one item.
 */
function describeEvent(data: SchemaObject): SchemaObject {
  return {
    type: 'object',
    properties: { id: { type: 'string' }, data },
    required: ['data'],
  };
}

const LOCATION: HeaderObject = {
  description: 'Where the redirect leads.',
  required: true,
  schema: { type: 'string', format: 'uri-reference' },
};

/** A failure in the words that all operations share is a reference, one in words of its own is written out. */
function describeFailure(failure: FailureModel, schema: string): ResponseObject | ReferenceObject {
  const name = sharedFailureName(failure);
  return name === undefined ? failureResponse(failure, schema) : { $ref: `#/components/responses/${name}` };
}

function headerReference(name: string): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}
