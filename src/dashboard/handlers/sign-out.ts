import { type Answer, redirectTo } from '../answer.js';
import { renderProxySignOut } from '../pages/sign-in-page.js';
import { printEndedSessionCookie } from '../session-cookie.js';
import type { Visit } from '../visit.js';

export async function signOut(visit: Visit): Promise<Answer> {
  const { keyring, sessionToken, origin } = visit;
  if (sessionToken !== null) await keyring.sessions.end(sessionToken);
  const headers = { 'Set-Cookie': [printEndedSessionCookie(origin)] };
  return visit.isFromProxy
    ? { ...renderProxySignOut(visit), headers }
    : redirectTo('/dashboard/sign-in?notice=signed-out', headers);
}
