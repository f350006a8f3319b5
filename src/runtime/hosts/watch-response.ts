import type { ServerResponse } from 'node:http';
import type { AccessLog } from '../service/log-access.js';
import { isSent } from './close-with-connection.js';
import { findCall } from './node-exchange.js';

/** Writes the access log entry, if there is an access log, once the response has been sent or cut off. */
export function watchResponse(
  watch: AccessLog | undefined,
  request: { readonly method: string; readonly path: string },
  res: ServerResponse,
): void {
  const end = watch?.(request);
  if (end) res.once('close', () => end(isSent(res) ? res.statusCode : null, findCall(res)));
}
