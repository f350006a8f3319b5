import type { ApiModel, ProcedureModel, SuccessModel } from '../../../model/api-model.js';
import { type JsonSchema, mapSchemas } from '../../../model/json-schema.js';
import type { OutputFile } from '../../../model/output-file.js';
import type { TypeModel } from '../../../model/type-model.js';
import { printOpenApiPath } from '../../../protocol/path-template.js';
import { type ClientParts, inlineRuntime } from '../client/client-parts.js';
import { isLink } from '../client/operation-row.js';
import { renderTemplate } from '../render-template.js';
import { printType } from '../typescript/print-type.js';
import type { ClientMockView } from './client-mock-view.js';

/** Prints `client.mock.ts`: a client over generated data, which imports the real one with `extension`. */
export function emitMock(model: ApiModel, parts: ClientParts, extension: '.js' | '.ts'): OutputFile {
  const callable = model.procedures.filter((procedure) => !isLink(procedure));
  const view: ClientMockView = {
    client: `./client${extension}`,
    answers: callable.map(({ name, input, success }) => ({
      name,
      input: input ? printQualified(input.type) : 'undefined',
      payload: printPayload(success),
    })),
    operations: callable.map(describeOperation),
    hasSchemas: model.schemas.length > 0,
    schemas: model.schemas.map(({ name, schema }) => ({ name, schema: pickKeywords(schema) })),
    runtime: inlineRuntime(parts),
  };
  return { path: 'client.mock.ts', text: renderTemplate(parts.template, view) };
}

function describeOperation({ name, method, path, success }: ProcedureModel) {
  const { status, schema, contentType, kind } = success;
  return {
    route: `${method} ${printOpenApiPath(path)}`,
    operation: {
      name,
      status,
      ...(schema && { schema: pickKeywords(schema) }),
      ...(contentType !== undefined && { contentType: chooseType(contentType) }),
      ...((kind === 'events' || kind === 'lines') && { stream: kind }),
    },
  };
}

/** Prints the type of an operation's answer; for a stream, of its items. */
function printPayload({ kind, payload }: SuccessModel): string {
  const type = printQualified(payload);
  return kind === 'events' || kind === 'lines' ? `readonly ${type}[]` : type;
}

/** Returns a content type for a range such as `image/*`, since a response cannot have a range. */
function chooseType(contentType: string): string {
  return contentType.endsWith('/*') ? (TYPES[contentType] ?? 'application/octet-stream') : contentType;
}

const TYPES: Readonly<Record<string, string>> = {
  'audio/*': 'audio/mpeg',
  'font/*': 'font/woff2',
  'image/*': 'image/png',
  'text/*': 'text/plain',
  'video/*': 'video/mp4',
};

/** Prints a client type as another file names it. Inputs and payloads are named, except keyword payloads. */
function printQualified(type: TypeModel): string {
  return type.kind === 'reference' ? `Api.${type.name}` : printType(type);
}

/** The keywords from which the mock's runtime generates data, as in its `MockSchema`. */
const USED_KEYWORDS = new Set([
  ...['$ref', 'type', 'const', 'enum', 'examples', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'required', 'properties', 'patternProperties'],
  ...['not', 'items', 'additionalProperties', 'propertyNames', 'anyOf', 'oneOf', 'allOf', 'prefixItems'],
]);

/** Returns a schema without keywords that do not affect the data: descriptions, defaults and the author's own. */
function pickKeywords(schema: JsonSchema | true): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => USED_KEYWORDS.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, mapSchemas(keyword, value, pickKeywords)]),
  );
}
