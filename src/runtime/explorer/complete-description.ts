import { setImmediate } from 'node:timers/promises';
import { makeExample } from './make-example.js';
import type { Description, Operation } from './openapi.js';
import { printSamples, type SampleContext } from './print-samples.js';

/** Operations between two breaks, in which other requests are answered. */
const OPERATIONS_A_TURN = 50;

/** In samples the base URL of a service that has none; the explorer's page puts its own in the place. */
export const UNKNOWN_ORIGIN = 'https://your-server.example';

/**
 * The description with, for each operation, values that its input's schema accepts, and code samples that send them.
 * It takes several turns of the event loop.
 */
export async function completeDescription(
  bytes: Uint8Array,
  { prefix, credentials }: Omit<SampleContext, 'baseUrl'>,
): Promise<string> {
  const description: Description = JSON.parse(Buffer.from(bytes).toString());
  const context = { baseUrl: readBaseUrl(description, prefix), prefix, credentials };
  const schemas = description.components?.schemas ?? {};
  const paths: Record<string, Record<string, object>> = {};
  let count = 0;
  for (const [path, operations] of Object.entries(description.paths)) {
    const completed: Record<string, object> = {};
    for (const [method, operation] of Object.entries(operations)) {
      const example = makeExample(operation, schemas);
      const call = { method: method.toUpperCase(), path, operation, example };
      completed[method] = { ...addExample(operation, example), 'x-codeSamples': printSamples(call, context) };
      count += 1;
      if (count % OPERATIONS_A_TURN === 0) await setImmediate();
    }
    paths[path] = completed;
  }
  // Every operation says what it needs; here it says which field for credentials to show first.
  const security = Object.keys(description.components?.securitySchemes ?? {}).map((name) => ({ [name]: [] }));
  return JSON.stringify({ ...description, security, paths });
}

/** The first server without the prefix; it may be a path alone. */
function readBaseUrl({ servers = [] }: Description, prefix: string): string {
  const url = servers[0]?.url ?? '';
  return URL.canParse(url) ? url.slice(0, url.length - prefix.length) : UNKNOWN_ORIGIN;
}

function addExample(operation: Operation, { parameters, body }: ReturnType<typeof makeExample>): object {
  const { parameters: listed, requestBody } = operation;
  return {
    ...operation,
    ...(listed && {
      parameters: listed.map((parameter) => {
        const value = '$ref' in parameter ? undefined : parameters.get(parameter);
        return value === undefined ? parameter : { ...parameter, example: value };
      }),
    }),
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: Object.fromEntries(
          Object.entries(requestBody.content).map(([type, media]) => [
            type,
            // Of a form the explorer asks for each field, and for its files.
            body === undefined ? media : { ...media, example: body },
          ]),
        ),
      },
    }),
  };
}
