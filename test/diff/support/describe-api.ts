import type { Json, JsonObject } from '../../../src/diff/json.js';

/** An OpenAPI 3.1 description with these paths, and whatever else it is to have. */
export function describeApi(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths, ...more };
}

/** `POST /things` that takes, or answers with, `schema`. */
export function describeUse(
  direction: 'request' | 'response',
  schema: Json,
  schemas: JsonObject = {},
): JsonObject {
  const content = { 'application/json': { schema } };
  const operation =
    direction === 'request'
      ? { requestBody: { required: true, content }, responses: { 204: { description: 'Done.' } } }
      : { responses: { 200: { description: 'Done.', content } } };
  return describeApi(
    { '/things': { post: { operationId: 'things.create', ...operation } } },
    { components: { schemas } },
  );
}

/** `GET /things` with these keys over the ones that an operation has to have. */
export function describeOperation(operation: JsonObject, more: JsonObject = {}): JsonObject {
  return describeApi({ '/things': { get: withDefaults(operation) } }, more);
}

export function withDefaults(operation: JsonObject): JsonObject {
  return { operationId: 'things.list', responses: { 204: { description: 'Done.' } }, ...operation };
}
