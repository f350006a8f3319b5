import type { TrustProxy } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';

/** Called for calls that are refused because of their address, and for calls without an address. */
export type AddressWarning = (call: Call) => void;

/**
 * Addresses that are not routed on the internet: RFC 1918, 3927, 4193, 4291 and 6598. Not a `BlockList`, which
 * allocates an object for each lookup.
 */
const PRIVATE =
  /^(10|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254)\.|^(f[cd][\da-f]{2}|fe[89ab][\da-f]):/i;

/**
 * Prepares a warning, logged once, that all callers behind a proxy count as one. It is logged if the host does not pass
 * addresses, as with a Unix socket, and `trustProxy` is not a number of proxies, or if `trustProxy` is not set and the connection comes from a
 * private address or from a proxy on this machine. Local development without a proxy does not trigger it.
 */
export function prepareAddressWarning(trustProxy: TrustProxy | undefined, log: Logger): AddressWarning {
  let isLogged = typeof trustProxy === 'number' && trustProxy > 0;
  return ({ address, exchange: { headers } }) => {
    if (isLogged) return;
    if (address === '') {
      isLogged = true;
      return log.warn(UNKNOWN);
    }
    if (trustProxy !== undefined) return;
    const { forwarded, 'x-forwarded-for': forwardedFor } = headers;
    const isForwarded = forwarded !== undefined || forwardedFor !== undefined;
    if (!PRIVATE.test(address) && !(isForwarded && LOCAL.test(address))) return;
    isLogged = true;
    log.warn(
      { address },
      'all callers behind this private address count as one for rate limits: set trustProxy to the number of proxies in front of the server, or to 0 if there is none',
    );
  };
}

const UNKNOWN =
  'all callers without credentials count as one for rate limits, and limitFailures of authenticate has no effect: the host does not provide the addresses of callers; pass `address` with each request, or set trustProxy to the number of proxies in front of the server';

const LOCAL = /^(127\..*|::1)$/;
