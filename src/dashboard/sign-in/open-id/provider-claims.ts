import type { OpenIdClaims } from '../../../authoring/sign-in.js';

/** What the provider says of a user: in the ID token, and at its user info endpoint when that was asked. */
export interface ProviderClaims {
  readonly idToken: OpenIdClaims;
  readonly userInfo: Readonly<Record<string, unknown>> | null;
}
