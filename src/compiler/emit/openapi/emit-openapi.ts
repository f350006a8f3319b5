import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { ApiModel } from '../../../model/api-model.js';
import type { OutputFile } from '../../../model/output-file.js';
import { printOpenApiPath } from '../../../protocol/path-template.js';
import { describeComponents } from './describe-components.js';
import { failureSchema } from './describe-failures.js';
import { describeOperation } from './describe-operation.js';
import { joinMembers, orderKeys, type PrintedJson, printJson } from './print-json.js';

/** All that our schemas need. Told of nothing, Prism reads them by draft 7, which knows no `prefixItems`. */
const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Prints the OpenAPI 3.1 description. */
export function emitOpenApi(model: ApiModel): OutputFile {
  const description: OpenAPIObject & { readonly jsonSchemaDialect: string } = {
    openapi: '3.1.0',
    info: { ...model.info },
    jsonSchemaDialect: JSON_SCHEMA_DIALECT,
    servers: [{ url: model.serverUrl }],
    tags: model.tags.map((name) => ({ name })),
    paths: {},
    components: {},
  };
  const printed: Readonly<Record<string, readonly PrintedJson[]>> = {
    paths: printPaths(model),
    components: printComponents(model),
  };
  const members = Object.entries(description).map(
    ([key, value]) => [key, printed[key] ?? [printJson(value, 1)]] as const,
  );
  return { path: 'openapi.json', text: [...joinMembers(members), '\n'].join('') };
}

/** Sorted by path; the operations of a path in the order of the methods. */
function printPaths(model: ApiModel): readonly PrintedJson[] {
  const { credentials, rateLimits } = model;
  const context = { credentials, rateLimits, failure: failureSchema(model).name };
  const paths = new Map<string, [string, readonly PrintedJson[]][]>();
  const ordered = METHODS.flatMap((method) =>
    model.procedures.filter((procedure) => procedure.method === method),
  );
  for (const procedure of ordered) {
    const path = printOpenApiPath(procedure.path);
    const operations = paths.get(path) ?? [];
    paths.set(path, operations);
    operations.push([procedure.method.toLowerCase(), [printJson(describeOperation(procedure, context), 3)]]);
  }
  const items = [...paths].sort(([left], [right]) => (left < right ? -1 : 1));
  return joinMembers(
    items.map(([path, operations]) => [path, joinMembers(operations, '    ')]),
    '  ',
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What operations refer to. The named schemas are most of it. */
function printComponents(model: ApiModel): readonly PrintedJson[] {
  const { schemas, ...others } = describeComponents(model);
  const printed = orderKeys(Object.keys(schemas ?? {})).map(
    (name) => [name, [printJson(schemas?.[name], 3)]] as const,
  );
  return joinMembers(
    [
      ...(schemas ? [['schemas', joinMembers(printed, '    ')] as const] : []),
      ...Object.entries(others).map(([key, value]) => [key, [printJson(value, 2)]] as const),
    ],
    '  ',
  );
}
