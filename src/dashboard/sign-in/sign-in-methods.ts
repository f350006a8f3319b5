import type { OpenIdProvider } from './open-id/open-id-provider.js';

/** The ways into the dashboard beside sign-in links; null where one is not configured. */
export interface SignInMethods {
  readonly openId: OpenIdProvider | null;
  readonly proxy: TrustedProxy | null;
}

/** A proxy that has signed its users in, and says with each request who it is. */
export interface TrustedProxy {
  /** Where its users find the service. */
  readonly url: string;
}

/** The steps that are counted, each for itself: each makes the server ask the store or the provider. */
export type SignInStep = 'link' | 'openid' | 'openid-answer';

/**
 * Counts a step of signing in for an address: milliseconds until the next is allowed where this one is one too many, else
 * null.
 */
export type CountSignIn = (step: SignInStep, address: string) => Promise<number | null>;

export const LINKS_ONLY: SignInMethods = { openId: null, proxy: null };
