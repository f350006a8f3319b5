import type { OpenIdProvider } from './open-id/open-id-provider.js';

/** The sign-in methods other than links; null if not configured. */
export interface SignInMethods {
  readonly openId: OpenIdProvider | null;
  readonly proxy: TrustedProxy | null;
}

/** A proxy that authenticates users and names the user in each request. */
export interface TrustedProxy {
  /** The URL at which users reach the service through the proxy. */
  readonly url: string;
}

/** The steps with their own rate limit, because each calls the store or the provider. */
export type SignInStep = 'link' | 'openid' | 'openid-answer';

/** Counts a step for an address. Resolves to null if it is allowed, else to the milliseconds until the next is. */
export type CountSignIn = (step: SignInStep, address: string) => Promise<number | null>;

export const LINKS_ONLY: SignInMethods = { openId: null, proxy: null };
