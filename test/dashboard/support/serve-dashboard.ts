import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type Dashboard,
  isDashboardPath,
  type PageRequest,
} from '../../../src/dashboard/create-dashboard.js';
import { ProcedureError } from '../../../src/protocol/procedure-error.js';

export interface HostOptions {
  /** Whether readers come over https, as a proxy in front would say; false when absent. */
  readonly isSecure?: boolean;
}

/** Hosts the dashboard on Node's server, without proxies; answers `passed on` to what is not its own. */
export function serveDashboard(dashboard: Dashboard, options: HostOptions = {}): RequestListener {
  return async (incoming, outgoing) => {
    const request = readPageRequest(incoming, options);
    if (!isDashboardPath(request.path)) {
      outgoing.end('passed on');
      return;
    }
    const { status, headers, body } = await dashboard(request);
    outgoing.statusCode = status;
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (body !== null) outgoing.setHeader('Content-Length', Buffer.byteLength(body));
    outgoing.end(body);
  };
}

function readPageRequest(incoming: IncomingMessage, { isSecure = false }: HostOptions): PageRequest {
  const { method = '', url = '', headers, socket } = incoming;
  const [path = '', ...query] = url.split('?');
  return {
    method,
    path,
    querystring: query.join('?'),
    header: (name) => String(headers[name] ?? ''),
    isSecure,
    host: headers.host ?? '',
    address: socket.remoteAddress ?? '',
    requestId: '',
    readProxyUser: () => null,
    readBody: (limitBytes) => readBody(incoming, limitBytes),
  };
}

/** What is read and thrown away of a body that is too large, so that its sender sees the answer. */
const DRAIN_LIMIT_BYTES = 1024 * 1024;

function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) chunks.push(chunk);
      else reject(new ProcedureError('PAYLOAD_TOO_LARGE', 'The body is too large.', { headers: CLOSE }));
      if (sizeBytes > DRAIN_LIMIT_BYTES) incoming.pause();
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    const breakOff = (cause?: Error) =>
      reject(new ProcedureError('BAD_REQUEST', 'The body broke off.', { cause }));
    incoming.once('error', breakOff);
    incoming.once('close', breakOff);
  });
}

const CLOSE = { Connection: 'close' };
