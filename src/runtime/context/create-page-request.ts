import type { PageRequest } from '../../dashboard/page-request.js';
import type { Call } from '../call/call.js';
import type { Exchange } from '../exchange.js';
import type { ProxyTrust } from '../request/proxy-trust.js';

/** The user whom a trusted proxy names in a request; null where it names none, or somebody else sent the request. */
export type ReadProxyUser = (exchange: Exchange) => string | null;

/** A call as the pages see it. */
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
