import { OpenApiBuilder, type PathItemObject } from 'openapi3-ts/oas31';
import { printOpenApiPath } from '../../../protocol/path-template.js';
import type { ApiModel } from '../../model/api-model.js';
import type { OutputFile } from '../output-file.js';
import { describeComponents } from './describe-components.js';
import { describeOperation } from './describe-operation.js';

/** All that our schemas need. Told of nothing, Prism reads them by draft 7, which knows no `prefixItems`. */
const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Prints the OpenAPI 3.1 description. */
export function emitOpenApi(model: ApiModel): OutputFile {
  const builder = OpenApiBuilder.create({
    openapi: '3.1.0',
    info: { ...model.info },
    servers: [{ url: model.serverUrl }],
    tags: model.tags.map((name) => ({ name })),
    paths: {},
    components: describeComponents(model),
  });
  for (const [path, item] of describePaths(model)) builder.addPath(path, item);
  const { openapi, info, ...rest } = builder.getSpec();
  const description = { openapi, info, jsonSchemaDialect: JSON_SCHEMA_DIALECT, ...rest };
  return { path: 'openapi.json', text: `${JSON.stringify(description, null, 2)}\n` };
}

/** Sorted by path; the operations of a path in the order of the methods. */
function describePaths(model: ApiModel): [string, PathItemObject][] {
  const paths = new Map<string, PathItemObject>();
  const ordered = METHODS.flatMap((method) =>
    model.procedures.filter((procedure) => procedure.method === method),
  );
  for (const procedure of ordered) {
    const path = printOpenApiPath(procedure.path);
    const operation = describeOperation(procedure, model);
    paths.set(path, { ...paths.get(path), [procedure.method.toLowerCase()]: operation });
  }
  return [...paths].sort(([left], [right]) => (left < right ? -1 : 1));
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
