import type { OpenIdClaims } from '../../../definition/sign-in.js';

/** `signIn.openId`, validated and with its defaults. */
export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Null for the method that the provider supports. */
  readonly clientAuthentication: 'client_secret_basic' | 'client_secret_post' | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly userClaim: string;
  readonly allow: '*' | readonly string[] | ((claims: OpenIdClaims) => unknown);
}
