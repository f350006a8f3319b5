import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../configuration-error.js';
import type { Guard } from '../guards/guard.js';
import { JSON_TYPE } from '../respond/answer.js';
import { prepareStaticBody } from '../respond/static-body.js';

export interface Description {
  readonly endpoint: Endpoint;
  /** Reads the file. Must be called before the endpoint answers. */
  load(): Promise<void>;
  /** Returns the bytes of the file. */
  read(): Uint8Array;
}

/** Creates `GET /api/openapi.json`, which serves the bytes of the generated file. */
export function createDescription(file: URL): Description {
  let bytes: Buffer = Buffer.alloc(0);
  // Compressed on the first request: the description of a thousand procedures is four megabytes.
  const send = prepareStaticBody({ type: JSON_TYPE, read: async () => bytes });
  return {
    endpoint: {
      path: '/openapi.json',
      methods: ['GET'],
      answer: async ({ answer, exchange }) => {
        await send(answer, exchange.headers);
        return undefined;
      },
    },
    async load() {
      try {
        bytes = await readFile(file);
      } catch (cause) {
        throw new ConfigurationError(`The description cannot be read: ${(cause as Error).message}`, {
          help: 'It belongs in the folder of the route table: copy generated/openapi.json there if you compile or bundle the server yourself.',
          cause,
        });
      }
    },
    read: () => bytes,
  };
}

/** An endpoint of the package under the prefix. */
export interface Endpoint {
  /** Without the prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly answer: Guard;
}
