import type { TrustProxy } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';

/** Told of calls that are refused for what their address did, and of those without one. */
export type AddressNotice = (call: Call) => void;

/**
 * Addresses that nobody has on the internet: RFC 1918, 3927, 4193, 4291 and 6598. Not a `BlockList`, which makes an object of
 * each address that it is asked about.
 */
const PRIVATE =
  /^(10|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254)\.|^(f[cd][\da-f]{2}|fe[89ab][\da-f]):/i;

/**
 * Prepares the warning that everybody behind a proxy counts as one caller, logged once: the host does not tell addresses
 * and no number of proxies says who writes them, or the connection comes from a private one or from a proxy on this
 * machine, and nobody said whether to believe it (`trustProxy`). Whoever
 * develops on one machine has no proxy, and sees none.
 */
export function prepareAddressNotice(trustProxy: TrustProxy | undefined, log: Logger): AddressNotice {
  let isSilent = typeof trustProxy === 'number' && trustProxy > 0;
  return ({ address, exchange }) => {
    if (isSilent) return;
    if (exchange.peerAddress === undefined) {
      isSilent = true;
      return log.warn(UNKNOWN);
    }
    if (trustProxy !== undefined) return;
    const { forwarded, 'x-forwarded-for': forwardedFor } = exchange.headers;
    const isForwarded = forwarded !== undefined || forwardedFor !== undefined;
    if (!PRIVATE.test(address) && !(isForwarded && LOCAL.test(address))) return;
    isSilent = true;
    log.warn(
      { address },
      'all callers behind this private address count as one for rate limits: set trustProxy to the number of proxies in front of the server, or to 0 if there is none',
    );
  };
}

const UNKNOWN =
  'all callers without credentials count as one for rate limits: the host does not tell their addresses; hand over `address` with each request, or set trustProxy to the number of proxies in front of the server';

/** The peer of a Unix socket has no address. */
const LOCAL = /^(127\..*|::1|)$/;
