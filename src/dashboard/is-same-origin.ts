import type Koa from 'koa';

export interface OwnOrigin {
  /** Whether the browser's connection is https. */
  readonly isSecure: boolean;
  /** Host and port as the browser names them; those of the request when absent. */
  readonly host?: string | undefined;
  /** Where the service is reached, when it knows: a proxy may show it another host than the browser's. */
  readonly baseUrl?: string | undefined;
}

/**
 * Whether a request that changes something was sent by a page of this server. Browsers say so in
 * `Sec-Fetch-Site`; where that is missing, `Origin` must name this host or that of `baseUrl`. A request with
 * neither is not believed.
 */
export function isSameOrigin(ctx: Koa.Context, own: OwnOrigin): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  const text = ctx.get('Origin');
  if (!URL.canParse(text)) return false;
  const { host, origin, protocol } = new URL(text);
  if (own.baseUrl !== undefined && origin === new URL(own.baseUrl).origin) return true;
  if (protocol !== 'https:' && (protocol !== 'http:' || own.isSecure)) return false;
  return host === (own.host ?? ctx.host).toLowerCase();
}
