import { type Answer, redirectTo } from '../answer.js';
import { printExpiredSessionCookie } from '../cookie.js';
import type { PageContext } from '../page-context.js';
import {
  renderInsecureConnection,
  renderProxySignOut,
  renderSignInButtons,
  renderSignInPage,
  type SignInNotice,
} from '../pages/sign-in-page.js';
import { beginSession } from '../sign-in/begin-session.js';
import { DEFAULT_PAGE } from '../wanted-page.js';

/** Has no side effects, whatever the token. */
export async function showSignIn(context: PageContext): Promise<Answer> {
  if (!context.origin.isTrustworthy) return renderInsecureConnection(context.t);
  const token = context.query.get('token');
  // An old link redirects a user who is signed in. A valid one may be for another user.
  const leadsOn = context.userId !== null && !(await context.keyring.users.isSignInTokenGood(token ?? ''));
  if (token && !leadsOn) return renderSignInButtons(context, token);
  if (context.userId !== null) return redirectTo(DEFAULT_PAGE);
  return renderSignInPage(context, readNotice(context));
}

/** Consumes the token and starts a session. The browser's previous session ends. */
export async function signIn(context: PageContext): Promise<Answer> {
  const { keyring, origin, log, form } = context;
  if (!origin.isTrustworthy) return renderInsecureConnection(context.t);
  const userId = await keyring.users.redeemSignInToken(form.get('token') ?? '');
  const page = form.get('open') === 'docs' ? context.docsPath : null;
  if (userId !== null) return beginSession(context, { userId, method: 'link', page });
  // The second request of a double click finds the token consumed and the session started.
  if (context.userId !== null) return redirectTo(page ?? context.wantedPage ?? DEFAULT_PAGE);
  log.warn('sign-in refused');
  return renderSignInPage(context, 'refused');
}

/** Why the user is on this page. A cookie without a session belongs to an ended session. */
function readNotice({ query, sessionToken }: PageContext): SignInNotice {
  if (query.get('notice') === 'signed-out') return 'signed-out';
  return sessionToken === null ? null : 'session-over';
}

export async function signOut(context: PageContext): Promise<Answer> {
  const { keyring, sessionToken, origin } = context;
  if (sessionToken !== null) await keyring.sessions.end(sessionToken);
  const headers = { 'Set-Cookie': [printExpiredSessionCookie(origin)] };
  return context.isFromProxy
    ? { ...renderProxySignOut(context), headers }
    : redirectTo('/dashboard/sign-in?notice=signed-out', headers);
}
