import { ProcedureError } from '../protocol/procedure-error.js';
import { type Answer, redirectTo } from './answer.js';
import { endSession, showAccount, signOutEverywhere } from './handlers/account.js';
import { createKey, showCreateKey } from './handlers/create-key.js';
import { confirmDeletion, deleteKey } from './handlers/delete-key.js';
import { confirmDeletions, deleteKeys } from './handlers/delete-keys.js';
import { editKey, showEditKey } from './handlers/edit-key.js';
import { listActivity } from './handlers/list-activity.js';
import { listKeys } from './handlers/list-keys.js';
import { confirmRotation, rotateKey } from './handlers/rotate-key.js';
import { disableKey, enableKey } from './handlers/set-disabled.js';
import { showKey } from './handlers/show-key.js';
import { showSignIn, signIn, signOut } from './handlers/sign-in.js';
import type { PageContext, UserPageContext } from './page-context.js';
import { beginOpenId, finishOpenId, showOpenIdAnswer } from './sign-in/open-id/open-id-handlers.js';
import type { SignInStep } from './sign-in/sign-in-methods.js';
import { findWantedPage, rememberPage } from './wanted-page.js';

export type Handler = (context: PageContext) => Promise<Answer>;

export interface DashboardRoute {
  /** Matches the whole path. The only group is the key's id. */
  readonly path: RegExp;
  readonly GET?: Handler;
  readonly POST?: Handler;
}

export const DASHBOARD_ROUTES: readonly DashboardRoute[] = [
  { path: /^\/dashboard\/?$/, GET: async () => redirectTo('/dashboard/api-keys') },
  { path: /^\/dashboard\/sign-in$/, GET: showSignIn, POST: limitSignIn('link', signIn) },
  { path: /^\/dashboard\/sign-in\/openid$/, GET: limitSignIn('openid', beginOpenId) },
  {
    path: /^\/dashboard\/sign-in\/openid\/callback$/,
    GET: showOpenIdAnswer,
    POST: limitSignIn('openid-answer', finishOpenId),
  },
  { path: /^\/dashboard\/sign-out$/, POST: signOut },
  { path: /^\/dashboard\/activity$/, GET: forUser(listActivity) },
  { path: /^\/dashboard\/api-keys$/, GET: forUser(listKeys), POST: forUser(createKey) },
  { path: /^\/dashboard\/api-keys\/new$/, GET: forUser(showCreateKey) },
  {
    path: /^\/dashboard\/api-keys\/delete$/,
    GET: forUser(confirmDeletions),
    POST: forUser(deleteKeys),
  },
  { path: /^\/dashboard\/api-keys\/([\w-]+)$/, GET: forUser(showKey) },
  {
    path: /^\/dashboard\/api-keys\/([\w-]+)\/edit$/,
    GET: forUser(showEditKey),
    POST: forUser(editKey),
  },
  { path: /^\/dashboard\/api-keys\/([\w-]+)\/disable$/, POST: forUser(disableKey) },
  { path: /^\/dashboard\/api-keys\/([\w-]+)\/enable$/, POST: forUser(enableKey) },
  {
    path: /^\/dashboard\/api-keys\/([\w-]+)\/rotate$/,
    GET: forUser(confirmRotation),
    POST: forUser(rotateKey),
  },
  {
    path: /^\/dashboard\/api-keys\/([\w-]+)\/delete$/,
    GET: forUser(confirmDeletion),
    POST: forUser(deleteKey),
  },
  { path: /^\/dashboard\/account$/, GET: forUser(showAccount) },
  { path: /^\/dashboard\/account\/end-session$/, POST: forUser(endSession) },
  { path: /^\/dashboard\/account\/sign-out-everywhere$/, POST: forUser(signOutEverywhere) },
];

/** Redirects to the sign-in page unless a user is signed in, and remembers the requested page. */
function forUser(handler: (context: UserPageContext) => Promise<Answer>): Handler {
  return async (context) => {
    const { userId, wantedPage, origin } = context;
    if (userId !== null) return handler({ ...context, userId });
    const cookies = rememberPage(findWantedPage(context), wantedPage, origin);
    return redirectTo('/dashboard/sign-in', cookies.length === 0 ? {} : { 'Set-Cookie': cookies });
  };
}

/** Limits the rate of a sign-in step by address. Throws TOO_MANY_REQUESTS with `Retry-After`. */
function limitSignIn(
  step: SignInStep,
  handler: (context: PageContext) => Promise<Answer>,
): (context: PageContext) => Promise<Answer> {
  return async (context) => {
    const waitMs = await context.countSignIn(step, context.address);
    if (waitMs === null) return handler(context);
    context.keyring.noteRefusal('sign-in.refused');
    throw new ProcedureError('TOO_MANY_REQUESTS', 'Too many attempts to sign in.', {
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  };
}
