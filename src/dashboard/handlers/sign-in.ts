import { type Answer, redirectTo } from '../answer.js';
import {
  renderInsecureConnection,
  renderSignInButton,
  renderSignInPage,
  type SignInNotice,
} from '../pages/sign-in-page.js';
import { beginSession } from '../sign-in/begin-session.js';
import type { Visit } from '../visit.js';

/** Changes nothing, whatever the token. */
export async function showSignIn(visit: Visit): Promise<Answer> {
  if (!visit.origin.isTrustworthy) return renderInsecureConnection(visit.t);
  const token = visit.query.get('token');
  if (token) return renderSignInButton(visit, token);
  if (visit.userId !== null) return redirectTo('/dashboard/api-keys');
  return renderSignInPage(visit, readNotice(visit));
}

/** Uses the token up and begins a session; an older one of the same browser is over. */
export async function signIn(visit: Visit): Promise<Answer> {
  const { keyring, origin, log } = visit;
  if (!origin.isTrustworthy) return renderInsecureConnection(visit.t);
  const userId = await keyring.users.redeemSignInToken(visit.form.get('token') ?? '');
  if (userId !== null) return beginSession(visit, { userId, method: 'link' });
  // The second click of a double click finds the token gone and the session begun.
  if (visit.userId !== null) return redirectTo('/dashboard/api-keys');
  log.warn('sign-in refused');
  return renderSignInPage(visit, 'refused');
}

/** Why the reader is here, as far as it shows: a cookie that means nothing any more is that of a session that ended. */
function readNotice({ query, sessionToken }: Visit): SignInNotice {
  if (query.get('notice') === 'signed-out') return 'signed-out';
  return sessionToken === null ? null : 'session-over';
}
