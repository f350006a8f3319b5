import type { ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import type { ApiModel, FailureModel } from '../../../model/api-model.js';
import { STATUS_BY_CODE } from '../../../protocol/error-code.js';

/** The names of the shared responses: `NOT_FOUND` is `NotFound`. */
const NAME_BY_STATUS: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_BY_CODE).map(([code, status]) => [status, pascalCase(code)]),
);

/** The name of the shared response that says the same; undefined when none does. */
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

/** The envelope's schema, called `Failure` unless a schema of the user's has that name. */
export function failureSchema({ schemas }: ApiModel): {
  readonly name: string;
  readonly schema: SchemaObject;
} {
  let name = 'Failure';
  while (schemas.some((schema) => schema.name === name)) name += '_';
  return { name, schema: FAILURE_SCHEMA };
}

function pascalCase(code: string): string {
  return code
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
