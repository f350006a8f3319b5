import type {
  HeaderObject,
  HeadersObject,
  ReferenceObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { ApiModel, FailureModel, ProcedureModel, SuccessModel } from '../../../model/api-model.js';
import { STATUS_BY_CODE } from '../../../protocol/error-code.js';
import { toTypeIdentifier } from '../../model/naming/safe-identifier.js';
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
 * The schema of one event by field. OpenAPI 3.1 cannot describe a sequence, so it describes one item; 3.2 has
 * `itemSchema`.
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

/** A failure with a shared description is a reference; one with its own description is written out. */
function describeFailure(failure: FailureModel, schema: string): ResponseObject | ReferenceObject {
  const name = sharedFailureName(failure);
  return name === undefined ? failureResponse(failure, schema) : { $ref: `#/components/responses/${name}` };
}

function headerReference(name: string): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

/** The names of the shared responses: `NOT_FOUND` becomes `NotFound`. */
const NAME_BY_STATUS: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_BY_CODE).map(([code, status]) => [
    status,
    toTypeIdentifier(code.toLowerCase().split('_')),
  ]),
);

/** Returns the name of the shared response with the same description; undefined if there is none. */
export function sharedFailureName({ status, isShared }: FailureModel): string | undefined {
  return isShared ? NAME_BY_STATUS.get(status) : undefined;
}

/** `failure` is the name of the envelope's schema. */
export function failureResponse({ status, description }: FailureModel, failure: string): ResponseObject {
  const headers = status === 401 ? ['WWW-Authenticate'] : status === 429 ? ['Retry-After'] : [];
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${failure}` } } },
  };
}

/** The envelope of a failure. */
const FAILURE_SCHEMA: SchemaObject = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string' },
    errors: {
      type: 'array',
      description: 'One entry per offending field.',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'array',
            description: 'Leads from the root of the input to the value.',
            items: { type: 'string' },
          },
          message: { type: 'string' },
        },
        required: ['path', 'message'],
      },
    },
  },
  required: ['success', 'message'],
};

/** Returns the envelope's schema, named `Failure` unless one of the user's schemas has that name. */
export function failureSchema({ schemas }: ApiModel): {
  readonly name: string;
  readonly schema: SchemaObject;
} {
  let name = 'Failure';
  while (schemas.some((schema) => schema.name === name)) name += '_';
  return { name, schema: FAILURE_SCHEMA };
}
