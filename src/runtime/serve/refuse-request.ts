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

/**
 * What Node's parser lets pass and an HTTP/1.1 server does not: other versions, a missing Host, and several of them
 * (RFC 9112, 2.3 and 3.2). Undefined when there is nothing.
 */
export function findFault({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The request is not HTTP/1.1.';
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has several Host headers.';
  if (hosts === 0 && httpVersion === '1.1') return 'The request has no Host header.';
  return undefined;
}
