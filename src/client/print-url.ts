import { encodePath } from './encode-path.js';
import { encodeQuery } from './encode-query.js';
import type { Transport } from './transport.js';

/** Returns the URL of an operation that has a link instead of a call. It contains the input and no credentials. */
export function printUrl({ baseUrl = '' }: Transport, path: string, input: object | undefined): string {
  const rest = { __proto__: null, ...input };
  return `${baseUrl.replace(/\/+$/, '')}/api${encodePath(path, rest)}${encodeQuery(rest)}`;
}
