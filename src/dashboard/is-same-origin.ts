import type Koa from 'koa';

/**
 * Whether a request that changes something was sent by a page of this server. Browsers say so in
 * `Sec-Fetch-Site`; where that is missing, `Origin` must name this host. A request with neither is not believed.
 */
export function isSameOrigin(ctx: Koa.Context, isSecure: boolean, ownHost = ctx.host): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  const origin = ctx.get('Origin');
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  if (protocol !== 'https:' && (protocol !== 'http:' || isSecure)) return false;
  return host === ownHost.toLowerCase();
}
