import type { OpenIdClaims } from '../../../definition/sign-in.js';

/**
 * Returns the address in lower case, if the same claims say that it is verified. Only ASCII is accepted: `K` (U+212A)
 * becomes `k` in lower case, so two different addresses would be equal.
 */
export function readVerifiedEmail(claims: Partial<OpenIdClaims> | null): string | null {
  const email = claims?.email;
  if (claims?.email_verified !== true || typeof email !== 'string') return null;
  return /^[\x21-\x3f\x41-\x7e]+@[a-z\d.-]+$/i.test(email) ? email.toLowerCase() : null;
}
