import type { PageRequest } from './page-request.js';

/**
 * Whether a POST comes from a page of this server, according to `Sec-Fetch-Site`, or else `Origin`. That must name this
 * host or the host of `baseUrl`, because a proxy may change `Host`. A request with neither header is rejected.
 */
export function isSameOrigin(request: PageRequest, baseUrl?: string): boolean {
  const site = request.header('sec-fetch-site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  const text = request.header('origin');
  if (!URL.canParse(text)) return false;
  const { host, origin, protocol } = new URL(text);
  if (baseUrl !== undefined && origin === new URL(baseUrl).origin) return true;
  if (protocol !== 'https:' && (protocol !== 'http:' || request.isSecure)) return false;
  return host === request.host.toLowerCase();
}
