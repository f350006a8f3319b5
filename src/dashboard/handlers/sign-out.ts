import { type Answer, redirectTo } from '../answer.js';
import { printEndedSessionCookie } from '../session-cookie.js';
import type { Visit } from '../visit.js';

export async function signOut({ keyring, sessionToken, origin }: Visit): Promise<Answer> {
  if (sessionToken !== null) await keyring.sessions.end(sessionToken);
  return redirectTo('/dashboard/sign-in?notice=signed-out', {
    'Set-Cookie': printEndedSessionCookie(origin),
  });
}
