import type Koa from 'koa';
import { isLoopbackName } from '../protocol/is-loopback-name.js';

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
export function readOrigin(ctx: Koa.Context, isSecure: boolean, wantedHost = ctx.host): Origin {
  const isPrintable = /^[\w.:[\]-]+$/.test(wantedHost);
  const host = isPrintable ? wantedHost : 'localhost';
  const isLoopback = isPrintable && isLoopbackHost(host);
  const isHttps = isSecure || (!isLoopback && ctx.get('Sec-Fetch-Site') !== '');
  return { scheme: isHttps ? 'https' : 'http', host, isLoopback, isTrustworthy: isHttps || isLoopback };
}

/** Browsers take the names under `localhost` to this machine, too. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isLoopbackName(name) || name.endsWith('.localhost');
}
