import { DescriptionError } from './description-error.js';
import { isObject, type Json, type JsonObject } from './json.js';

/** Parses an OpenAPI 3.1 description. Throws a `DescriptionError` for anything else. */
export function parseDescription(text: string): JsonObject {
  const description = parseJson(text);
  if (!isObject(description) || typeof description.openapi !== 'string') {
    const swagger =
      isObject(description) && typeof description.swagger === 'string' ? description.swagger : null;
    throw new DescriptionError(
      swagger === null
        ? 'It is JSON but not an OpenAPI description: the key "openapi" is missing.'
        : `It is a Swagger ${swagger} description; OpenAPI 3.1 is expected.`,
    );
  }
  if (!/^3\.1\.\d+/.test(description.openapi)) {
    throw new DescriptionError(
      `It is an OpenAPI ${description.openapi} description; OpenAPI 3.1 is expected.`,
    );
  }
  if (description.paths !== undefined && !isObject(description.paths)) {
    throw new DescriptionError('It is not a valid OpenAPI description: "paths" is not an object.');
  }
  return description;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch (error) {
    if (text.trim() === '') throw new DescriptionError('It is empty.');
    const isYaml = /^\s*(openapi|swagger)\s*:/m.test(text);
    const reason = isYaml ? 'it looks like YAML' : (error as Error).message;
    throw new DescriptionError(`It is not JSON: ${reason}.`);
  }
}
