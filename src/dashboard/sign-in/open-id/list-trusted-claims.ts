import type { OpenIdClaims } from '../../../definition/sign-in.js';
import { readVerifiedEmail } from './read-verified-email.js';

/** A user's claims from the ID token and, when it was requested, from the user info endpoint. */
export interface ProviderClaims {
  readonly idToken: OpenIdClaims;
  readonly userInfo: Readonly<Record<string, unknown>> | null;
}

/** Claims that the provider assigns and openid-client verifies. */
const IDENTIFIERS = new Set(['iss', 'sub']);

/**
 * Lists the claims for a function `allow`: those of the ID token, which take precedence, and of the user info. `email`,
 * in lower case, and `email_verified: true` are present only if the provider has verified the address; the ID token's
 * address takes precedence. Other claims that contain an `@`, such as `preferred_username` and `upn`, are omitted
 * unless they equal that address or are `iss` or `sub`, because users may be able to choose them.
 */
export function listTrustedClaims({ idToken, userInfo }: ProviderClaims): OpenIdClaims {
  const { email: _email, email_verified: _isVerified, ...others } = { ...userInfo, ...idToken };
  const isInToken = idToken.email !== undefined || idToken.email_verified !== undefined;
  const email = readVerifiedEmail(isInToken ? idToken : userInfo);
  const trusted = Object.entries(others).filter(
    ([name, value]) => IDENTIFIERS.has(name) || !containsOtherAddress([name, value], email),
  );
  return {
    ...(Object.fromEntries(trusted) as unknown as OpenIdClaims),
    ...(email !== null && { email, email_verified: true }),
  };
}

/** Whether a JSON value, including property names, contains a string with an `@` other than `email`. */
function containsOtherAddress(value: unknown, email: string | null): boolean {
  if (typeof value === 'string') return value.includes('@') && value.toLowerCase() !== email;
  if (typeof value !== 'object' || value === null) return false;
  return [...Object.keys(value), ...Object.values(value)].some((part) => containsOtherAddress(part, email));
}
