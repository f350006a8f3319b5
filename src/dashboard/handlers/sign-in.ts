import { type Answer, redirectTo } from '../answer.js';
import { renderInsecureConnection, renderSignInButton, renderSignInHelp } from '../pages/sign-in-page.js';
import { printSessionCookie } from '../session-cookie.js';
import type { Visit } from '../visit.js';

/** Changes nothing, whatever the token. */
export async function showSignIn(visit: Visit): Promise<Answer> {
  if (!visit.origin.isTrustworthy) return renderInsecureConnection(visit.t);
  const token = visit.query.get('token');
  if (token) return renderSignInButton(visit, token);
  if (visit.userId !== null) return redirectTo('/dashboard/api-keys');
  return renderSignInHelp(visit, visit.query.get('notice') === 'signed-out' ? 'signed-out' : null);
}

/** Uses the token up and begins a session; an older one of the same browser is over. */
export async function signIn(visit: Visit): Promise<Answer> {
  const { keyring, origin, log } = visit;
  if (!origin.isTrustworthy) return renderInsecureConnection(visit.t);
  const userId = await keyring.users.redeemSignInToken(visit.form.get('token') ?? '');
  if (userId === null) {
    // The second click of a double click finds the token gone and the session begun.
    if (visit.userId !== null) return redirectTo('/dashboard/api-keys');
    log.warn('sign-in refused');
    return renderSignInHelp(visit, 'refused');
  }
  if (visit.sessionToken !== null) await keyring.sessions.end(visit.sessionToken);
  const { token } = await keyring.sessions.create(userId);
  log.info({ userId }, 'signed in');
  return redirectTo('/dashboard/api-keys', { 'Set-Cookie': printSessionCookie(origin, token) });
}
