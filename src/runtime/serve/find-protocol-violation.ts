import type { IncomingMessage } from 'node:http';
import { isRepeatedHeader } from '../hosts/node-exchange.js';
import { isHost } from '../request/proxy-trust.js';

/**
 * Finds what Node's parser accepts but an HTTP/1.1 server must reject: other versions, invalid targets and hosts, a
 * missing or repeated Host (RFC 9112, 2.3 and 3.2), and bodies whose type or end two readers could interpret
 * differently (6.1). Returns undefined if there is nothing.
 */
export function findProtocolViolation(req: IncomingMessage): string | undefined {
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') return 'The request is not HTTP/1.1.';
  return (
    findTargetViolation(req) ?? findHostViolation(req) ?? findTypeViolation(req) ?? findFramingViolation(req)
  );
}

const SLASH = 0x2f;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;

/**
 * A fragment is not part of a target (RFC 9112, 3.2): some readers cut it off, others treat it as part of the path. Koa
 * throws for a target in absolute form with an invalid authority, where nothing can respond.
 */
function findTargetViolation({ url = '' }: IncomingMessage): string | undefined {
  if (url.includes('#')) return 'The target of the request has a fragment.';
  if (url.charCodeAt(0) === SLASH || url === '*') return undefined;
  const authority = AUTHORITY.exec(url)?.[1];
  const isAbsolute = authority !== undefined && isHost(authority) && URL.canParse(url);
  return isAbsolute ? undefined : 'The target of the request is not valid.';
}

function findHostViolation({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  const { host } = headers;
  if (host === undefined) {
    return httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
  }
  if (isRepeatedHeader(rawHeaders, 'host')) return 'The request has several Host headers.';
  // An empty Host means that the target has no authority (RFC 9112, 3.2).
  return host === '' || isHost(host) ? undefined : 'The Host header of the request is not valid.';
}

function findTypeViolation({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const isAmbiguous = headers['content-type'] !== undefined && isRepeatedHeader(rawHeaders, 'content-type');
  return isAmbiguous ? 'The request has several Content-Type headers.' : undefined;
}

function findFramingViolation({ headers, httpVersion }: IncomingMessage): string | undefined {
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return undefined;
  if (headers['content-length'] !== undefined) {
    return 'The request has both a Content-Length and a Transfer-Encoding.';
  }
  const isChunked = httpVersion === '1.1' && encoding.toLowerCase() === 'chunked';
  return isChunked ? undefined : 'The only transfer encoding is chunked, in HTTP/1.1.';
}
