/** A JSON value of unknown shape, which an OpenAPI description is until it has been read. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/**
 * What an operation asks for and answers, references resolved and words taken out: two operations that behave
 * alike have equal shapes, however their descriptions name and share their parts. Response headers are left out.
 */
export interface OperationShape {
  readonly tags: Json;
  /** The schemes that open it, sorted; empty when it is public. */
  readonly security: Json;
  /** By place and name, such as `query limit`. */
  readonly parameters: JsonObject;
  readonly requestBody: JsonObject | null;
  /** Answers below 400 by status. */
  readonly successes: JsonObject;
  /** All the others. */
  readonly failures: JsonObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Keywords of a schema, a parameter or a body that say nothing about what is valid. */
const ANNOTATIONS = new Set(
  '$comment $id $schema deprecated description example examples externalDocs readOnly title writeOnly'.split(
    ' ',
  ),
);

/** Every operation of an OpenAPI 3.1 description by its method and path, such as `GET /articles/{slug}`. */
export function readOperations(description: JsonObject): Map<string, OperationShape> {
  const operations = new Map<string, OperationShape>();
  for (const [path, value] of Object.entries(asObject(description.paths))) {
    const item = resolve(value, description);
    for (const method of METHODS) {
      if (item[method] === undefined) continue;
      const operation = asObject(item[method]);
      operations.set(`${method.toUpperCase()} ${path}`, readOperation(operation, item, description));
    }
  }
  return operations;
}

function readOperation(operation: JsonObject, item: JsonObject, description: JsonObject): OperationShape {
  const parameters: Record<string, Json> = {};
  for (const value of [...asArray(item.parameters), ...asArray(operation.parameters)]) {
    const parameter = resolve(value, description);
    parameters[`${parameter.in} ${parameter.name}`] = {
      required: parameter.required ?? false,
      schema: readSchema(parameter.schema ?? {}, description),
    };
  }
  const successes: Record<string, Json> = {};
  const failures: Record<string, Json> = {};
  for (const [status, value] of Object.entries(asObject(operation.responses))) {
    const group = status < '400' ? successes : failures;
    group[status] = readContent(resolve(value, description), description);
  }
  const requirements = asArray(operation.security ?? description.security);
  const body = operation.requestBody === undefined ? null : resolve(operation.requestBody, description);
  return {
    tags: operation.tags ?? [],
    security: requirements.flatMap((requirement) => Object.keys(asObject(requirement))).sort(),
    parameters,
    requestBody: body && { required: body.required ?? false, ...readContent(body, description) },
    successes,
    failures,
  };
}

/** The schema of each media type; empty for an answer without a body. */
function readContent(holder: JsonObject, description: JsonObject): JsonObject {
  const content = Object.entries(asObject(holder.content));
  return Object.fromEntries(
    content.map(([type, media]) => [type, readSchema(asObject(media).schema ?? {}, description)]),
  );
}

function readSchema(value: Json, description: JsonObject, outer: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((member: Json) => readSchema(member, description, outer));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as JsonObject;
  if (typeof $ref === 'string') {
    // A recursive schema has no end; where it begins again its name stands for it.
    if (outer.includes($ref)) return { $ref };
    const target = asObject(find($ref, description));
    return readSchema({ ...target, ...own }, description, [...outer, $ref]);
  }
  const shape: Record<string, Json> = {};
  for (const [keyword, part] of Object.entries(own)) {
    if (ANNOTATIONS.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'properties' || keyword === 'patternProperties') {
      const properties = Object.entries(asObject(part));
      shape[keyword] = Object.fromEntries(
        properties.map(([name, property]) => [name, readSchema(property, description, outer)]),
      );
    } else if (keyword === 'required') shape.required = [...asArray(part)].sort();
    else if (['default', 'const', 'enum'].includes(keyword)) shape[keyword] = part;
    else shape[keyword] = readSchema(part, description, outer);
  }
  return shape;
}

function resolve(value: Json | undefined, description: JsonObject): JsonObject {
  const object = asObject(value);
  return typeof object.$ref === 'string' ? resolve(find(object.$ref, description), description) : object;
}

function find(reference: string, description: JsonObject): Json {
  let at: Json | undefined = description;
  for (const part of reference.replace(/^#\//, '').split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = asObject(at)[key];
  }
  if (at === undefined) throw new Error(`The description refers to ${reference}, which is not in it.`);
  return at;
}

function asObject(value: Json | undefined): JsonObject {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Not an object: ${JSON.stringify(value)}`);
  }
  return value as JsonObject;
}

function asArray(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`Not an array: ${JSON.stringify(value)}`);
  return value;
}
