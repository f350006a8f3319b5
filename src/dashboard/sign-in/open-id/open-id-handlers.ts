/**
 * Signing in at the OpenID provider, in three steps: `beginOpenId` sends the browser there, `showOpenIdAnswer` takes
 * it back, and `finishOpenId` begins the session. The two last are apart because a GET changes nothing.
 */
import { ProcedureError } from '../../../protocol/procedure-error.js';
import { type Answer, type PageAnswer, redirectTo } from '../../answer.js';
import type { PageContext } from '../../page-context.js';
import { renderInsecureConnection } from '../../pages/sign-in-page.js';
import { beginSession } from '../begin-session.js';
import { type Attempt, drawAttempt, hasState, readAttempt } from './attempt.js';
import { printAttemptCookie, printEndedAttemptCookie } from './attempt-cookie.js';
import { OpenIdFault } from './open-id-fault.js';
import type { OpenIdProvider } from './open-id-provider.js';
import { readRedirectUri } from './read-redirect-uri.js';
import { renderContinuePage } from './render-continue-page.js';
import { renderOpenIdFault } from './render-open-id-fault.js';

/** Only from this server's own pages: another's link must not sign somebody in who has signed out. */
export async function beginOpenId(context: PageContext): Promise<Answer> {
  const provider = requireProvider(context);
  if (!context.origin.isTrustworthy) return renderInsecureConnection(context.t);
  if (context.isFromElsewhere) return redirectTo('/dashboard/sign-in');
  const { token, attempt } = drawAttempt(context.now);
  try {
    const url = await provider.begin({
      attempt,
      redirectUri: readRedirectUri(context),
      isOtherAccount: context.query.get('account') === 'other',
    });
    return redirectTo(url.href, { 'Set-Cookie': [printAttemptCookie(context.origin, token)] });
  } catch (error) {
    return explain(context, error);
  }
}

/** Shows whose answer is awaited a form with it. Changes nothing. */
export async function showOpenIdAnswer(context: PageContext): Promise<Answer> {
  requireProvider(context);
  if (findAttempt(context, context.query) !== null)
    return renderContinuePage(context, context.query.toString());
  // Who goes back to this address, or loads it again, has been signed in by it.
  if (context.userId !== null) return redirectTo('/dashboard/api-keys');
  return renderOpenIdFault(context, new OpenIdFault('stale', 'No answer is awaited.'));
}

/** Takes the answer, once: whatever comes of it, the browser's attempt is over. */
export async function finishOpenId(context: PageContext): Promise<Answer> {
  const provider = requireProvider(context);
  const answer = new URLSearchParams(context.form.get('answer') ?? '');
  const attempt = findAttempt(context, answer);
  if (attempt === null && context.userId !== null) return redirectTo('/dashboard/api-keys');
  const ended = printEndedAttemptCookie(context.origin);
  try {
    if (attempt === null) throw new OpenIdFault('stale', 'No answer is awaited.');
    const callback = new URL(`${readRedirectUri(context)}?${answer}`);
    const userId = await provider.finish({ attempt, callback });
    await context.keyring.users.ensure(userId);
    return await beginSession(context, { userId, method: 'openid-connect', cookies: [ended] });
  } catch (error) {
    return { ...explain(context, error), headers: { 'Set-Cookie': [ended] } };
  }
}

function requireProvider({ signIn }: PageContext): OpenIdProvider {
  if (signIn.openId === null) throw new ProcedureError('NOT_FOUND', 'No such page.');
  return signIn.openId;
}

/** The attempt of this browser that the answer belongs to. */
function findAttempt({ attemptToken, now }: PageContext, answer: URLSearchParams): Attempt | null {
  const attempt = attemptToken === null ? null : readAttempt(attemptToken, now);
  return attempt !== null && hasState(attempt, answer.getAll('state')) ? attempt : null;
}

/** The page for what went wrong at the provider; throws on what went wrong here. */
function explain(context: PageContext, error: unknown): PageAnswer {
  if (!(error instanceof OpenIdFault)) throw error;
  const { reason, message } = error;
  context.log.warn({ provider: context.signIn.openId?.name, reason, detail: message }, 'sign-in refused');
  if (reason !== 'unreachable') context.keyring.noteRefusal('sign-in.refused');
  return renderOpenIdFault(context, error);
}
