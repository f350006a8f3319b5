import type { OpenIdClaims } from '../../../authoring/sign-in.js';
import type { ProviderClaims } from './provider-claims.js';
import { readVerifiedEmail } from './read-verified-email.js';

/**
 * The claims that a function `allow` gets: the ID token's, then those of the user info. `email` is there when the
 * provider says that it is verified, in lower case, and `email_verified` is true then and absent otherwise. The ID
 * token's word of the address counts before that of the user info, which must not pass for the token's. Any other claim
 * that holds an address of these which is not verified (`preferred_username` often does) is left out, except `sub`.
 */
export function listTrustedClaims({ idToken, userInfo }: ProviderClaims): OpenIdClaims {
  const { email: _email, email_verified: _isVerified, ...others } = { ...userInfo, ...idToken };
  const isInToken = idToken.email !== undefined || idToken.email_verified !== undefined;
  const email = readVerifiedEmail(isInToken ? idToken : userInfo);
  const unverified = [idToken.email, userInfo?.email]
    .filter((address) => typeof address === 'string' && address !== '')
    .map((address) => String(address).toLowerCase())
    .filter((address) => address !== email);
  const holdsUnverified = (value: unknown) => {
    const text = JSON.stringify(value)?.toLowerCase() ?? '';
    return unverified.some((address) => text.includes(JSON.stringify(address).slice(1, -1)));
  };
  const trusted = Object.entries(others).filter(([name, value]) => name === 'sub' || !holdsUnverified(value));
  return {
    ...(Object.fromEntries(trusted) as unknown as OpenIdClaims),
    ...(email !== null && { email, email_verified: true }),
  };
}
