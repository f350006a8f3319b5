import type { ComponentsObject, ResponseObject, SchemaObject, SecuritySchemeObject } from 'openapi3-ts/oas31';
import type { ApiModel, CredentialModel } from '../../../model/api-model.js';
import { IDEMPOTENCY_KEY_COMPONENT, type ServiceHeader } from '../../../protocol/service-headers.js';
import {
  DEPRECATION_HEADERS,
  IDEMPOTENCY_KEY,
  RATE_LIMIT_HEADERS,
  SHARED_HEADERS,
} from './describe-headers.js';
import { failureResponse, failureSchema, sharedFailureName } from './describe-responses.js';

/** Describes the components that operations refer to, and no others. */
export function describeComponents(model: ApiModel): ComponentsObject {
  const { procedures, schemas, credentials } = model;
  const failures = procedures.flatMap((procedure) => procedure.failures);
  const envelope = failureSchema(model);
  const shared = new Map<string, ResponseObject>();
  for (const failure of failures) {
    const name = sharedFailureName(failure);
    if (name !== undefined && !shared.has(name)) shared.set(name, failureResponse(failure, envelope.name));
  }
  const headers = listHeaders(model);
  const named = schemas.map(({ name, schema }) => [name, schema as SchemaObject] as const);
  const all = failures.length > 0 ? [...named, [envelope.name, envelope.schema] as const] : named;
  return {
    ...(all.length > 0 && { schemas: sorted(all) }),
    ...(shared.size > 0 && { responses: sorted([...shared]) }),
    ...(procedures.some(({ takesIdempotencyKey }) => takesIdempotencyKey) && {
      parameters: { [IDEMPOTENCY_KEY_COMPONENT]: IDEMPOTENCY_KEY },
    }),
    ...(headers.length > 0 && {
      headers: sorted(headers.map((name) => [name, SHARED_HEADERS[name]] as const)),
    }),
    ...(procedures.some(({ isProtected }) => isProtected) && {
      securitySchemes: { [credentials.name]: describeCredentials(credentials) },
    }),
  };
}

function listHeaders({ procedures }: ApiModel): readonly ServiceHeader[] {
  const names = new Set<ServiceHeader>();
  for (const { rateLimit, deprecation, failures } of procedures) {
    for (const name of rateLimit ? RATE_LIMIT_HEADERS : []) names.add(name);
    for (const name of DEPRECATION_HEADERS) if (deprecation?.headers[name]) names.add(name);
    if (failures.some(({ status }) => status === 401)) names.add('WWW-Authenticate');
    if (failures.some(({ status }) => status === 429)) names.add('Retry-After');
  }
  return [...names];
}

function describeCredentials({ header, prefix, description }: CredentialModel): SecuritySchemeObject {
  const descriptionField = description === undefined ? {} : { description };
  const isBearer = header.toLowerCase() === 'authorization' && prefix.toLowerCase() === 'bearer';
  return isBearer
    ? { type: 'http', scheme: 'bearer', ...descriptionField }
    : { type: 'apiKey', in: 'header', name: header, ...descriptionField };
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}
