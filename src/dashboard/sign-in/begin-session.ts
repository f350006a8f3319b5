import type { SignInMethod } from '../../keys/keyring.js';
import { type Answer, redirectTo } from '../answer.js';
import { printSessionCookie } from '../cookie.js';
import type { PageContext } from '../page-context.js';

export interface SignedIn {
  readonly userId: string;
  readonly method: SignInMethod;
  /** Further `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
}

/** Starts a session with a new token, which prevents session fixation, and ends the browser's previous one. */
export async function beginSession(
  { keyring, sessionToken, origin, log }: PageContext,
  { userId, method, cookies = [] }: SignedIn,
): Promise<Answer> {
  if (sessionToken !== null) await keyring.sessions.end(sessionToken);
  const { token } = await keyring.sessions.create(userId, method);
  log.info({ userId, method }, 'signed in');
  return redirectTo('/dashboard/api-keys', { 'Set-Cookie': [printSessionCookie(origin, token), ...cookies] });
}
