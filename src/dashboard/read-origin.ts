import { isLoopbackName } from '../protocol/is-loopback-name.js';
import type { PageRequest } from './page-request.js';

/** Where the reader's browser is, as far as the server can know it. */
export interface Origin {
  readonly scheme: 'http' | 'https';
  /** Host and port as the browser names them; safe in a URL and in a shell. */
  readonly host: string;
  readonly isLoopback: boolean;
  /** Whether what is sent stays unread on its way: https, or the reader's own machine. */
  readonly isTrustworthy: boolean;
}

/**
 * A browser sends `Sec-Fetch-Site` to trustworthy origins alone, which tells https even behind a proxy that the
 * server was not told to trust.
 */
export function readOrigin(request: PageRequest): Origin {
  const isPrintable = /^[\w.:[\]-]+$/.test(request.host);
  const host = isPrintable ? request.host : 'localhost';
  const isLoopback = isPrintable && isLoopbackHost(host);
  const isHttps = request.isSecure || (!isLoopback && request.header('sec-fetch-site') !== '');
  return { scheme: isHttps ? 'https' : 'http', host, isLoopback, isTrustworthy: isHttps || isLoopback };
}

/** Browsers take the names under `localhost` to this machine, too. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isLoopbackName(name) || name.endsWith('.localhost');
}
