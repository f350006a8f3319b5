import type { PageContext } from '../../page-context.js';
import { OpenIdFault } from './open-id-fault.js';

/**
 * Where the provider sends the browser back to: under `baseUrl`, for `Host` is what the browser says; on the
 * browser's own machine under its own origin when there is no `baseUrl`, and in development mode always.
 */
export function readRedirectUri({ baseUrl, mode, origin }: PageContext): string {
  const own = origin.isLoopback ? `${origin.scheme}://${origin.host}` : null;
  const base = mode === 'development' ? (own ?? baseUrl) : (baseUrl ?? own);
  if (base !== null) return `${base.replace(/\/+$/, '')}/dashboard/sign-in/openid/callback`;
  throw new OpenIdFault('disagreement', 'baseUrl is not set: the provider cannot send anybody back here.');
}
