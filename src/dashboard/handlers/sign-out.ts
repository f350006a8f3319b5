import { type Answer, redirectTo } from '../answer.js';
import type { PageContext } from '../page-context.js';
import { renderProxySignOut } from '../pages/sign-in-page.js';
import { printEndedSessionCookie } from '../session-cookie.js';

export async function signOut(context: PageContext): Promise<Answer> {
  const { keyring, sessionToken, origin } = context;
  if (sessionToken !== null) await keyring.sessions.end(sessionToken);
  const headers = { 'Set-Cookie': [printEndedSessionCookie(origin)] };
  return context.isFromProxy
    ? { ...renderProxySignOut(context), headers }
    : redirectTo('/dashboard/sign-in?notice=signed-out', headers);
}
