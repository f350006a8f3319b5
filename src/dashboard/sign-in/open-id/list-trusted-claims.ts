import type { OpenIdClaims } from '../../../definition/sign-in.js';
import { readVerifiedEmail } from './read-verified-email.js';

/** What the provider says of a user: in the ID token, and at its user info endpoint when that was asked. */
export interface ProviderClaims {
  readonly idToken: OpenIdClaims;
  readonly userInfo: Readonly<Record<string, unknown>> | null;
}

/** What the provider assigns and openid-client has checked, however it looks. */
const IDENTIFIERS = new Set(['iss', 'sub']);

/**
 * The claims that a function `allow` gets: the ID token's, then those of the user info. `email` is there when the
 * provider says that it is verified, in lower case, and `email_verified` is true then and absent otherwise. The ID
 * token's word of the address counts before that of the user info, which must not pass for the token's. Any other claim
 * with an `@` in it (`preferred_username` and `upn` often are addresses) is left out, except `iss` and `sub`, unless it
 * is that verified address: nobody says whether users choose what stands there.
 */
export function listTrustedClaims({ idToken, userInfo }: ProviderClaims): OpenIdClaims {
  const { email: _email, email_verified: _isVerified, ...others } = { ...userInfo, ...idToken };
  const isInToken = idToken.email !== undefined || idToken.email_verified !== undefined;
  const email = readVerifiedEmail(isInToken ? idToken : userInfo);
  const trusted = Object.entries(others).filter(
    ([name, value]) => IDENTIFIERS.has(name) || !holdsOtherAddress([name, value], email),
  );
  return {
    ...(Object.fromEntries(trusted) as unknown as OpenIdClaims),
    ...(email !== null && { email, email_verified: true }),
  };
}

/** Whether a text with an `@` that is not `email` stands in a value of JSON, the names of its fields included. */
function holdsOtherAddress(value: unknown, email: string | null): boolean {
  if (typeof value === 'string') return value.includes('@') && value.toLowerCase() !== email;
  if (typeof value !== 'object' || value === null) return false;
  return [...Object.keys(value), ...Object.values(value)].some((part) => holdsOtherAddress(part, email));
}
