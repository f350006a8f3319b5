import type { OpenAPIObject, PathItemObject, PathsObject } from 'openapi3-ts/oas31';
import type { ApiModel } from '../../../model/api-model.js';
import type { OutputFile } from '../../../model/output-file.js';
import { HTTP_METHODS } from '../../../protocol/http-method.js';
import { printOpenApiPath } from '../../../protocol/path-template.js';
import { describeComponents } from './describe-components.js';
import { describeOperation } from './describe-operation.js';
import { failureSchema } from './describe-responses.js';

/** The dialect of all schemas. Without it, Prism reads them as draft 7, which has no `prefixItems`. */
const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Prints the OpenAPI 3.1 description. */
export function emitOpenApi(model: ApiModel): OutputFile {
  const description: OpenAPIObject & { readonly jsonSchemaDialect: string } = {
    openapi: '3.1.0',
    info: { ...model.info },
    jsonSchemaDialect: JSON_SCHEMA_DIALECT,
    servers: [{ url: model.serverUrl }],
    tags: model.tags.map((name) => ({ name })),
    paths: describePaths(model),
    components: describeComponents(model),
  };
  return { path: 'openapi.json', text: `${JSON.stringify(description, null, 2)}\n` };
}

/** Paths are sorted; the operations of a path follow the order of the methods. */
function describePaths(model: ApiModel): PathsObject {
  const { credentials, rateLimits } = model;
  const context = { credentials, rateLimits, failure: failureSchema(model).name };
  const paths = new Map<string, PathItemObject>();
  const ordered = HTTP_METHODS.flatMap((method) =>
    model.procedures.filter((procedure) => procedure.method === method),
  );
  for (const procedure of ordered) {
    const path = printOpenApiPath(procedure.path);
    const operation = { [procedure.method.toLowerCase()]: describeOperation(procedure, context) };
    paths.set(path, { ...paths.get(path), ...operation });
  }
  return Object.fromEntries([...paths].sort(([left], [right]) => (left < right ? -1 : 1)));
}
