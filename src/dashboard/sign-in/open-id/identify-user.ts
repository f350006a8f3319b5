import type { OpenIdClaims } from '../../../definition/sign-in.js';
import { isUserId } from '../../../keys/check-user-id.js';
import { listTrustedClaims, type ProviderClaims } from './list-trusted-claims.js';
import { OpenIdError } from './open-id-error.js';
import type { OpenIdSettings } from './open-id-settings.js';
import { readVerifiedEmail } from './read-verified-email.js';

/** Whether `identifyUser` needs claims that the ID token lacks. */
export function needsUserInfo({ allow, userClaim }: OpenIdSettings, idToken: OpenIdClaims): boolean {
  if (typeof allow === 'function') return true;
  const needsEmail = allow !== '*' || userClaim === 'email';
  if (needsEmail && readVerifiedEmail(idToken) === null) return true;
  return userClaim !== 'email' && idToken[userClaim] === undefined;
}

/** Returns the user id for the claims. Throws an OpenIdError for a user whom `allow` does not permit. */
export async function identifyUser(settings: OpenIdSettings, claims: ProviderClaims): Promise<string> {
  const email = readVerifiedEmail(claims.idToken) ?? readVerifiedEmail(claims.userInfo);
  const account = email ?? claims.idToken.sub;
  await checkAllowed(settings, claims, email);
  const userId = settings.userClaim === 'email' ? email : readUserId(settings, claims);
  if (userId === null)
    throw new OpenIdError('unverified-email', 'There is no verified e-mail address.', { account });
  if (!isUserId(userId))
    throw new OpenIdError('disagreement', 'The id of the user is too long.', { account });
  return userId;
}

async function checkAllowed(
  { allow }: OpenIdSettings,
  claims: ProviderClaims,
  email: string | null,
): Promise<void> {
  if (allow === '*') return;
  const account = email ?? claims.idToken.sub;
  if (typeof allow === 'function') {
    if ((await allow(listTrustedClaims(claims))) === true) return;
    throw new OpenIdError('not-allowed', 'The function "allow" did not answer true.', { account });
  }
  if (email === null) {
    throw new OpenIdError(
      'unverified-email',
      'There is no verified e-mail address to hold against "allow".',
      {
        account,
      },
    );
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (allow.some((entry) => [email, domain].includes(entry.toLowerCase()))) return;
  throw new OpenIdError('not-allowed', 'Neither address nor domain is in "allow".', { account });
}

/**
 * Returns an id such as `accounts.google.com#1084…`. Issuers contain no `#` (OpenID Connect Discovery, 3), so ids of
 * different providers and of users created here never collide.
 */
function readUserId({ userClaim }: OpenIdSettings, { idToken, userInfo }: ProviderClaims): string {
  const value = idToken[userClaim] ?? userInfo?.[userClaim];
  if (typeof value !== 'string' || value === '') {
    throw new OpenIdError('disagreement', `The provider sends no claim "${userClaim}" that names a user.`);
  }
  const issuer = idToken.iss.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return `${issuer}#${value}`;
}
