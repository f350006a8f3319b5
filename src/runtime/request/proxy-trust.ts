import type { TrustProxy } from '../../definition/config.js';
import { unwrapAddress } from '../../keys/counter-address.js';
import { ConfigurationError } from '../configuration-error.js';
import type { Exchange } from '../exchange.js';
import { createAddressList, isAddressBlock, parseAddress } from './address.js';

/**
 * Determines the caller behind the proxies of `trustProxy`. Only the part of a header that a trusted proxy wrote is
 * believed. `Forwarded` (RFC 7239) is not read: a proxy that writes one of the two headers passes the other on as the
 * caller sent it.
 */
export interface ProxyTrust {
  /** Returns the right-most address of `X-Forwarded-For` and the connection that is not a trusted proxy's. */
  readAddress(request: Pick<Received, 'headers' | 'peerAddress'>): string;
  /** Returns how the caller reached the outermost trusted proxy, by `X-Forwarded-Proto` and `X-Forwarded-Host`. */
  readOrigin(request: Received): RequestOrigin;
}

/** The parts of a request that show its origin. */
export type Received = Pick<Exchange, 'headers' | 'peerAddress' | 'isEncrypted'>;

export interface RequestOrigin {
  readonly scheme: 'http' | 'https';
  /** Host and port as the caller sent them; empty if they are missing or invalid. */
  readonly host: string;
}

/** Whether a proxy is trusted, by its address and by the number of trusted proxies in front of it. */
type IsTrusted = (address: string, hops: number) => boolean;

/** Throws a ConfigurationError for anything but a count or a list of addresses and CIDR blocks. */
export function prepareProxyTrust(trustProxy: TrustProxy = 0): ProxyTrust {
  const isTrusted = prepareTrust(trustProxy);
  return {
    readAddress: (request) => followForwardedFor(request, isTrusted).address,
    readOrigin(request) {
      const { hops } = followForwardedFor(request, isTrusted);
      const { headers } = request;
      const scheme = readOutermost(headers['x-forwarded-proto'], hops)?.toLowerCase();
      const isSecure = scheme === undefined ? request.isEncrypted : scheme === 'https';
      const host = readOutermost(headers['x-forwarded-host'], hops) ?? String(headers.host ?? '');
      return { scheme: isSecure ? 'https' : 'http', host: isHost(host) ? host : '' };
    },
  };
}

function prepareTrust(trustProxy: TrustProxy): IsTrusted {
  if (typeof trustProxy === 'number') {
    if (!Number.isInteger(trustProxy) || trustProxy < 0) throw createTrustError(String(trustProxy));
    return (_address, hops) => hops < trustProxy;
  }
  if (!Array.isArray(trustProxy)) throw createTrustError(String(trustProxy));
  const unknown = trustProxy.find((block) => !isAddressBlock(block));
  if (unknown !== undefined) throw createTrustError(`"${unknown}"`);
  return createAddressList(trustProxy);
}

function createTrustError(value: string): ConfigurationError {
  return new ConfigurationError(`trustProxy cannot be ${value}.`, {
    help: 'Set it to the number of proxies in front of the server, or to a list of their addresses and CIDR blocks.',
  });
}

/** Follows the addresses from the connection to the caller, as long as a trusted proxy reports them. */
function followForwardedFor(
  { headers, peerAddress }: Pick<Received, 'headers' | 'peerAddress'>,
  isTrusted: IsTrusted,
): { readonly address: string; readonly hops: number } {
  let address = unwrapAddress(peerAddress ?? '');
  if (!isTrusted(address, 0)) return { address, hops: 0 };
  const entries = splitList(headers['x-forwarded-for']);
  let hops = 0;
  while (isTrusted(address, hops)) {
    hops += 1;
    const next = parseAddress(entries.pop() ?? '');
    if (next === undefined) break;
    address = next;
  }
  return { address, hops };
}

/** Returns what the outermost of `hops` proxies wrote to a list that each proxy appends to or replaces. */
function readOutermost(header: string | string[] | undefined, hops: number): string | undefined {
  if (hops === 0) return undefined;
  const entries = splitList(header);
  return entries[Math.max(0, entries.length - hops)];
}

/** Node joins the lines of these headers with commas. */
function splitList(header: string | string[] | undefined): string[] {
  return header === undefined || header === '' ? [] : String(header).split(',').map(trim);
}

function trim(text: string): string {
  return text.trim();
}

/**
 * Whether a text is a host name or an address in brackets, optionally with a port, without anything that has another
 * meaning in a URL or needs decoding.
 */
export function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i.test(text);
}
