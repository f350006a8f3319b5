import type { PageRequest } from './page-request.js';

/**
 * Whether a POST comes from a page of this server: by `Sec-Fetch-Site`, else by `Origin`, which must name this host or
 * that of `baseUrl`, as a proxy may send another `Host` than the browser did. A request with neither header is refused.
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
