import type Koa from 'koa';
import type { OpenIdProvider } from './open-id/open-id-provider.js';

/** The ways into the dashboard beside sign-in links; null where one is not configured. */
export interface SignInWays {
  readonly openId: OpenIdProvider | null;
  readonly proxy: TrustedProxy | null;
}

/** A proxy that has signed its users in, and says with each request who it is. */
export interface TrustedProxy {
  /** Where its users find the service. */
  readonly url: string;
  /** The user whom the proxy names; null when it names none, or somebody else sent the request. */
  readUser(ctx: Koa.Context): string | null;
}

export const LINKS_ONLY: SignInWays = { openId: null, proxy: null };
