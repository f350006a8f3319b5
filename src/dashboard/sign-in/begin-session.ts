import type { SignInMethod } from '../../keys/keyring.js';
import { type Answer, redirectTo } from '../answer.js';
import { printSessionCookie } from '../cookie.js';
import type { PageContext } from '../page-context.js';
import { DEFAULT_PAGE, forgetPageSoon } from '../wanted-page.js';
import { describeBrowser } from './describe-browser.js';

export interface SignedIn {
  readonly userId: string;
  readonly method: SignInMethod;
  /** The path to redirect to instead of the page requested before. */
  readonly page?: string | null;
  /** Further `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
}

/**
 * Starts a session with a new token, which prevents session fixation, and ends the browser's previous one. Redirects to
 * the page requested before.
 */
export async function beginSession(
  { keyring, sessionToken, wantedPage, origin, userAgent, log }: PageContext,
  { userId, method, page = null, cookies = [] }: SignedIn,
): Promise<Answer> {
  if (sessionToken !== null) await keyring.sessions.end(sessionToken);
  const { token } = await keyring.sessions.create(userId, method, describeBrowser(userAgent));
  log.info({ userId, method }, 'signed in');
  return redirectTo(page ?? wantedPage ?? DEFAULT_PAGE, {
    'Set-Cookie': [printSessionCookie(origin, token), ...cookies, ...forgetPageSoon(wantedPage, origin)],
  });
}
