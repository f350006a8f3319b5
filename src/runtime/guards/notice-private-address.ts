import type { TrustProxy } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { createAddressList } from '../request/address.js';

/** Told of calls that are refused for what their address did, and of those without one. */
export type AddressNotice = (call: Call) => void;

/** Networks whose addresses nobody has on the internet: RFC 1918, 3927, 4193, 4291 and 6598. */
const isPrivate = createAddressList([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);

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
    if (!isPrivate(address) && !(isForwarded && isLocal(address))) return;
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
const isLoopback = createAddressList(['127.0.0.0/8', '::1']);
function isLocal(address: string): boolean {
  return address === '' || isLoopback(address);
}
