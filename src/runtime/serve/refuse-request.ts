import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestId } from '../respond/request-id.js';
import { API_HEADERS } from '../respond/security-headers.js';

/** Answers a request that does not get as far as the application with an envelope, and closes the connection. */
export function refuseRequest(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  message: string,
): void {
  const body = JSON.stringify({ success: false, message });
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...API_HEADERS,
    'X-Request-Id': readRequestId(req.headers['x-request-id']),
    Connection: 'close',
  });
  res.end(body);
}
