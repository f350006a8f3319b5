import { setImmediate } from 'node:timers/promises';
import { makeExample } from './make-example.js';
import type { Description, Operation } from './openapi.js';
import { printSamples, type SampleContext } from './print-samples.js';

/** After this many operations the event loop handles other requests. */
const OPERATIONS_PER_TICK = 50;

/** The base URL in samples of a service without one. The explorer's page replaces it with its own origin. */
export const UNKNOWN_ORIGIN = 'https://your-server.example';

/**
 * Adds to each operation of the description an example that its input's schema accepts, and code samples that send it.
 * Takes several ticks of the event loop.
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
      if (count % OPERATIONS_PER_TICK === 0) await setImmediate();
    }
    paths[path] = completed;
  }
  // Every operation declares its own security; this selects the credentials field that is shown first.
  const security = Object.keys(description.components?.securitySchemes ?? {}).map((name) => ({ [name]: [] }));
  return JSON.stringify({ ...description, security, paths });
}

/** Returns the first server without the prefix; it may be only a path. */
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
            // The explorer asks for each field of a form, and for its files.
            body === undefined ? media : { ...media, example: body },
          ]),
        ),
      },
    }),
  };
}
