import type { OpenIdClaims } from '../../../definition/sign-in.js';

/**
 * The address in lower case, when the provider says in the same breath that it is verified. ASCII alone: in lower
 * case `K` (U+212A) is `k`, and two addresses would be one.
 */
export function readVerifiedEmail(claims: Partial<OpenIdClaims> | null): string | null {
  const email = claims?.email;
  if (claims?.email_verified !== true || typeof email !== 'string') return null;
  return /^[\x21-\x3f\x41-\x7e]+@[a-z\d.-]+$/i.test(email) ? email.toLowerCase() : null;
}
