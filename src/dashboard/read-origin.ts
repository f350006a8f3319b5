import { isLoopbackName } from '../protocol/is-loopback-name.js';
import type { PageRequest } from './page-request.js';

/** The origin that the browser requested, as far as the server can tell. */
export interface Origin {
  readonly scheme: 'http' | 'https';
  /** Host and port as the browser sent them; safe in a URL and in a shell. */
  readonly host: string;
  readonly isLoopback: boolean;
  /** Whether the connection is https or local. */
  readonly isTrustworthy: boolean;
}

/**
 * Browsers send `Sec-Fetch-Site` only to trustworthy origins, which reveals https behind a proxy that is missing in
 * `trustProxy`.
 */
export function readOrigin(request: PageRequest): Origin {
  const isPrintable = /^[\w.:[\]-]+$/.test(request.host);
  const host = isPrintable ? request.host : 'localhost';
  const isLoopback = isPrintable && isLoopbackHost(host);
  const isHttps = request.isSecure || (!isLoopback && request.header('sec-fetch-site') !== '');
  return { scheme: isHttps ? 'https' : 'http', host, isLoopback, isTrustworthy: isHttps || isLoopback };
}

/** Browsers also resolve names under `localhost` to the local machine. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isLoopbackName(name) || name.endsWith('.localhost');
}
