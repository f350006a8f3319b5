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

/** Prints the client over made-up data, which imports the real one with `extension`: `client.mock.ts`. */
export function emitMock(model: ApiModel, parts: ClientParts, extension: '.js' | '.ts'): OutputFile {
  const called = model.procedures.filter((procedure) => !isLink(procedure));
  const view: ClientMockView = {
    client: `./client${extension}`,
    answers: called.map(({ name, input, success }) => ({
      name,
      input: input ? printOutside(input.type) : 'undefined',
      payload: printAnswer(success),
    })),
    operations: called.map(describeOperation),
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

/** What an operation may be told to answer: of a stream its items. */
function printAnswer({ kind, payload }: SuccessModel): string {
  const type = printOutside(payload);
  return kind === 'events' || kind === 'lines' ? `readonly ${type}[]` : type;
}

/** A type of the range, as an answer has one. */
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

/** A type of the client's as another file names it. Inputs and payloads have names, unless a payload is a keyword. */
function printOutside(type: TypeModel): string {
  return type.kind === 'reference' ? `Api.${type.name}` : printType(type);
}

/** The keywords that the mock's runtime makes data from, as its `MockSchema` has them. */
const KEPT = new Set([
  ...['$ref', 'type', 'const', 'enum', 'examples', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'required', 'properties', 'patternProperties'],
  ...['not', 'items', 'additionalProperties', 'propertyNames', 'anyOf', 'oneOf', 'allOf', 'prefixItems'],
]);

/** A schema without what no data is made from: words, defaults, and whatever else the author noted. */
function pickKeywords(schema: JsonSchema | true): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => KEPT.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, mapSchemas(keyword, value, pickKeywords)]),
  );
}
