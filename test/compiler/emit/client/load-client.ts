import { transform } from 'esbuild';
import type { Transport, TransportOptions } from '../../../../src/client/index.js';
import { emitClient } from '../../../../src/compiler/emit/client/emit-client.js';
import type { ApiModel } from '../../../../src/model/api-model.js';
import { readParts } from './read-parts.js';

/** A generated client's exports, untyped: one function an operation beside `createClient`, `createTransport` and the rest. */
export type LoadedClient = typeof import('../../../../src/client/index.js') & {
  // biome-ignore lint/suspicious/noExplicitAny: its type was generated a moment ago and is not known here
  createClient(options: TransportOptions | Transport): any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  [operation: string]: any;
};

/** Emits the client of `model`, strips its types and imports it. */
export async function loadClient(model: ApiModel): Promise<LoadedClient> {
  const { text } = emitClient(model, await readParts());
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022' });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}
