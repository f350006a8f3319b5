import type { PageRequest } from './page-request.js';

/**
 * Whether a request that changes something was sent by a page of this server. Browsers say so in
 * `Sec-Fetch-Site`; where that is missing, `Origin` must name this host or that of `baseUrl`, where the
 * service is reached when it knows: a proxy may show it another host than the browser's. A request with neither is
 * not believed.
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
