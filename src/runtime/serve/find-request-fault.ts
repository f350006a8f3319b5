import type { IncomingMessage } from 'node:http';
import { isRepeatedHeader } from '../hosts/node-exchange.js';
import { isHost } from '../request/proxy-trust.js';

/**
 * What Node's parser lets pass and an HTTP/1.1 server does not: other versions, targets and hosts that are none, a
 * missing Host and several of them (RFC 9112, 2.3 and 3.2), and bodies that two readers could take for different things
 * or see different ends of (6.1). Undefined when there is nothing.
 */
export function findRequestFault(req: IncomingMessage): string | undefined {
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') return 'The request is not HTTP/1.1.';
  return findTargetFault(req) ?? findHostFault(req) ?? findTypeFault(req) ?? findFramingFault(req);
}

const SLASH = 0x2f;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;

/**
 * A fragment is no part of a target (RFC 9112, 3.2), and readers cut it off or take it for a part of the path. Koa throws
 * at the absolute form of a target whose authority is broken, outside of everything that could answer.
 */
function findTargetFault({ url = '' }: IncomingMessage): string | undefined {
  if (url.includes('#')) return 'The target of the request has a fragment.';
  if (url.charCodeAt(0) === SLASH || url === '*') return undefined;
  const authority = AUTHORITY.exec(url)?.[1];
  const isAbsolute = authority !== undefined && isHost(authority) && URL.canParse(url);
  return isAbsolute ? undefined : 'The target of the request is not valid.';
}

function findHostFault({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  const { host } = headers;
  if (host === undefined) {
    return httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
  }
  if (isRepeatedHeader(rawHeaders, 'host')) return 'The request has several Host headers.';
  // An empty one says that the target has no authority (RFC 9112, 3.2).
  return host === '' || isHost(host) ? undefined : 'The Host header of the request is not valid.';
}

function findTypeFault({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const isAmbiguous = headers['content-type'] !== undefined && isRepeatedHeader(rawHeaders, 'content-type');
  return isAmbiguous ? 'The request has several Content-Type headers.' : undefined;
}

function findFramingFault({ headers, httpVersion }: IncomingMessage): string | undefined {
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return undefined;
  if (headers['content-length'] !== undefined) {
    return 'The request has both a Content-Length and a Transfer-Encoding.';
  }
  const isChunked = httpVersion === '1.1' && encoding.toLowerCase() === 'chunked';
  return isChunked ? undefined : 'The only transfer encoding is chunked, in HTTP/1.1.';
}
