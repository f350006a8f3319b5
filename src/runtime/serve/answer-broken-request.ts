import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { readRequestId } from '../respond/request-id.js';
import { API_HEADERS } from '../respond/security-headers.js';

const STATUS_BY_CODE: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The URL or the headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
  CONNECT: [400, 'Bad Request', 'The server is not a proxy.'],
};
const BAD_REQUEST = [400, 'Bad Request', 'The request is not valid HTTP.'] as const;

/** Stands in for an error when the parser accepts a CONNECT and releases the socket. */
export const NO_PROXY: NodeJS.ErrnoException = Object.assign(new Error('The server is not a proxy.'), {
  code: 'CONNECT',
});

/**
 * Sends an envelope for a request that Node's parser rejected, and closes the connection. Complete requests that came
 * before it on the connection, whose responses are `own`, are answered first, in order.
 */
export async function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  own: readonly ServerResponse[],
): Promise<void> {
  // Node no longer handles errors of a socket that it has released.
  socket.on('error', () => socket.destroy());
  if (error.code !== 'ECONNRESET') {
    await Promise.all(own.filter(({ req }) => req.complete).map(whenFinished));
  }
  const hasBegun = own.some(({ req, headersSent }) => !req.complete && headersSent);
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = STATUS_BY_CODE[error.code ?? ''] ?? BAD_REQUEST;
  const body = JSON.stringify({ success: false, message });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${readRequestId(undefined)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function whenFinished(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (res.closed) resolve();
    else res.once('close', resolve);
  });
}

/** Sends an envelope for a request that does not reach the application, and closes the connection. */
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
