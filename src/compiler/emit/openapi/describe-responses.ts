import type {
  HeadersObject,
  ReferenceObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { FailureModel, ProcedureModel } from '../../../model/api-model.js';
import { failureResponse, sharedFailureName } from './describe-failures.js';
import { DEPRECATION_HEADERS, RATE_LIMIT_HEADERS } from './describe-headers.js';

/** `failure` is the name of the schema of failures. */
export function describeResponses(procedure: ProcedureModel, failure: string): ResponsesObject {
  const failures = procedure.failures.map((each) => [each.status, describeFailure(each, failure)] as const);
  return Object.fromEntries([[procedure.success.status, describeSuccess(procedure)], ...failures]);
}

function describeSuccess({ success, rateLimit, deprecation }: ProcedureModel): ResponseObject {
  const headers: HeadersObject = {};
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
    description: 'Success.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(success.schema && { content: { 'application/json': { schema: success.schema as SchemaObject } } }),
    ...(success.contentType !== undefined && { content: { [success.contentType]: { schema: BYTES } } }),
  };
}

const BYTES: SchemaObject = { type: 'string', format: 'binary' };

/** A failure in the words that all operations share is a reference, one in words of its own is written out. */
function describeFailure(failure: FailureModel, schema: string): ResponseObject | ReferenceObject {
  const name = sharedFailureName(failure);
  return name === undefined ? failureResponse(failure, schema) : { $ref: `#/components/responses/${name}` };
}

function headerReference(name: string): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}
