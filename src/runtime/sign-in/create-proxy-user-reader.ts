import { isIP } from 'node:net';
import type { ProxyHeaderSignIn } from '../../definition/sign-in.js';
import type { Exchange } from '../exchange.js';
import { createAddressList } from '../request/address.js';

export interface ProxyUserOptions extends ProxyHeaderSignIn {
  readonly baseUrl: string;
}

/** Printable ASCII: in other encodings two headers could name one user. No comma, by which proxies join headers. */
const USER_ID = /^[\x21-\x2b\x2d-\x7e](?:[\x20-\x2b\x2d-\x7e]{0,198}[\x21-\x2b\x2d-\x7e])?$/;

/**
 * Reads the user that the proxy names. The header is believed only on a connection from the proxy itself, whatever
 * `trustProxy` and other headers say, and only if it occurs once and contains a user id.
 */
export function createProxyUserReader(options: ProxyUserOptions): (exchange: Exchange) => string | null {
  const isProxy = createAddressList(options.from);
  const name = options.name.toLowerCase();
  const ownHost = new URL(options.baseUrl).host;
  return (exchange) => {
    const { headers, peerAddress } = exchange;
    if (!isProxy(peerAddress ?? '')) return null;
    if (isForeignName(String(headers.host ?? ''), ownHost)) return null;
    const value = String(headers[name] ?? '');
    return USER_ID.test(value) && !exchange.isRepeated(name) ? value : null;
  };
}

/**
 * Whether a request is for a domain that is not this server's. A page can point its own domain at the address of a
 * machine that `from` trusts (DNS rebinding), and a browser there would let the page send the header.
 */
function isForeignName(host: string, ownHost: string): boolean {
  if (host.toLowerCase() === ownHost) return false;
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(name) === 0 && name.includes('.');
}
