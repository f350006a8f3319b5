import type { ServerResponse } from 'node:http';
import type { AccessLog } from '../service/log-access.js';
import { isSent } from './close-with-connection.js';
import { findCall } from './node-exchange.js';

/** Has the access log, where there is one, tell of a request once its answer is over. */
export function watchResponse(
  watch: AccessLog | undefined,
  request: { readonly method: string; readonly path: string },
  res: ServerResponse,
): void {
  const end = watch?.(request);
  if (end) res.once('close', () => end(isSent(res) ? res.statusCode : null, findCall(res)));
}
