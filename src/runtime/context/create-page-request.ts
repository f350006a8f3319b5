import type { PageRequest } from '../../dashboard/page-request.js';
import type { Call } from '../call/call.js';
import type { Exchange } from '../exchange.js';
import type { ProxyTrust } from '../request/proxy-trust.js';

/** Returns the user named by a trusted proxy; null if it names none, or if the request is not from a trusted proxy. */
export type ReadProxyUser = (exchange: Exchange) => string | null;

/** Converts a call to the request type of the pages. */
export function createPageRequest(
  { exchange, address, requestId }: Call,
  proxies: ProxyTrust,
  readProxyUser: ReadProxyUser,
): PageRequest {
  const { method, path, querystring, headers, body } = exchange;
  const { scheme, host } = proxies.readOrigin(exchange);
  return {
    method,
    path,
    querystring,
    header: (name) => String(headers[name] ?? ''),
    isSecure: scheme === 'https',
    host,
    address,
    requestId,
    readProxyUser: () => readProxyUser(exchange),
    readBody: async (limitBytes) => (await body.readArrived(limitBytes)) ?? body.read(limitBytes, () => {}),
  };
}
