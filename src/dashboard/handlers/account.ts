import { type Answer, redirectTo } from '../answer.js';
import { printExpiredSessionCookie } from '../cookie.js';
import type { Html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { renderAccountPage } from '../pages/account-page.js';
import { renderNotice } from '../pages/notice.js';
import { signOut } from './sign-in.js';

/** Shows the user's sessions. */
export async function showAccount(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, sessionToken } = context;
  const sessions = await keyring.sessions.list(userId, sessionToken);
  return renderAccountPage(context, { sessions, notice: readNotice(context) });
}

/** Ends one of the user's sessions. Ending the current one signs out. */
export async function endSession(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, sessionToken, form, log } = context;
  const id = form.get('session') ?? '';
  const sessions = await keyring.sessions.list(userId, sessionToken);
  if (sessions.some((session) => session.isCurrent && session.id === id)) return signOut(context);
  const isEnded = await keyring.sessions.endOne(userId, id);
  if (isEnded) log.info({ userId }, 'session ended');
  return redirectTo(`/dashboard/account?notice=${isEnded ? 'ended' : 'over'}`);
}

/** Ends all sessions of the user, including this one. */
export async function signOutEverywhere(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, origin, isFromProxy, log } = context;
  const count = await keyring.sessions.endAll(userId);
  log.info({ userId, count }, 'signed out everywhere');
  const path = isFromProxy ? '/dashboard/account?notice=all-ended' : '/dashboard/sign-in?notice=signed-out';
  return redirectTo(path, { 'Set-Cookie': [printExpiredSessionCookie(origin)] });
}

/** The message passed by a redirect to this page. */
function readNotice({ query, t }: UserPageContext): Html | null {
  const notice = query.get('notice');
  if (notice === 'ended') return renderNotice('ok', t('account.ended'));
  if (notice === 'all-ended') return renderNotice('ok', t('account.allEnded'));
  if (notice === 'over') return renderNotice('warning', t('account.over'));
  return null;
}
