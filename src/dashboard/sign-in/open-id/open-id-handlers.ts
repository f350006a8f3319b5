/**
 * Signing in at the OpenID provider, in three steps: `beginOpenId` sends the browser there, `showOpenIdAnswer` takes
 * it back, and `finishOpenId` begins the session. The two last are apart because a GET changes nothing.
 */
import { ProcedureError } from '../../../protocol/procedure-error.js';
import { type Answer, type PageAnswer, redirectTo } from '../../answer.js';
import { renderInsecureConnection } from '../../pages/sign-in-page.js';
import type { Visit } from '../../visit.js';
import { beginSession } from '../begin-session.js';
import { type Attempt, drawAttempt, hasState, readAttempt } from './attempt.js';
import { printAttemptCookie, printEndedAttemptCookie } from './attempt-cookie.js';
import { OpenIdFault } from './open-id-fault.js';
import type { OpenIdProvider } from './open-id-provider.js';
import { readRedirectUri } from './read-redirect-uri.js';
import { renderContinuePage } from './render-continue-page.js';
import { renderOpenIdFault } from './render-open-id-fault.js';

/** Only from this server's own pages: another's link must not sign somebody in who has signed out. */
export async function beginOpenId(visit: Visit): Promise<Answer> {
  const provider = requireProvider(visit);
  if (!visit.origin.isTrustworthy) return renderInsecureConnection(visit.t);
  if (visit.isFromElsewhere) return redirectTo('/dashboard/sign-in');
  const { token, attempt } = drawAttempt(visit.now);
  try {
    const url = await provider.begin({
      attempt,
      redirectUri: readRedirectUri(visit),
      isOtherAccount: visit.query.get('account') === 'other',
    });
    return redirectTo(url.href, { 'Set-Cookie': [printAttemptCookie(visit.origin, token)] });
  } catch (error) {
    return explain(visit, error);
  }
}

/** Shows whose answer is awaited a form with it. Changes nothing. */
export async function showOpenIdAnswer(visit: Visit): Promise<Answer> {
  requireProvider(visit);
  if (findAttempt(visit, visit.query) !== null) return renderContinuePage(visit, visit.query.toString());
  // Who goes back to this address, or loads it again, has been signed in by it.
  if (visit.userId !== null) return redirectTo('/dashboard/api-keys');
  return renderOpenIdFault(visit, new OpenIdFault('stale', 'No answer is awaited.'));
}

/** Takes the answer, once: whatever comes of it, the browser's attempt is over. */
export async function finishOpenId(visit: Visit): Promise<Answer> {
  const provider = requireProvider(visit);
  const answer = new URLSearchParams(visit.form.get('answer') ?? '');
  const attempt = findAttempt(visit, answer);
  if (attempt === null && visit.userId !== null) return redirectTo('/dashboard/api-keys');
  const ended = printEndedAttemptCookie(visit.origin);
  try {
    if (attempt === null) throw new OpenIdFault('stale', 'No answer is awaited.');
    const callback = new URL(`${readRedirectUri(visit)}?${answer}`);
    const userId = await provider.finish({ attempt, callback });
    await visit.keyring.users.ensure(userId);
    return await beginSession(visit, { userId, method: 'openid-connect', cookies: [ended] });
  } catch (error) {
    return { ...explain(visit, error), headers: { 'Set-Cookie': [ended] } };
  }
}

function requireProvider({ signIn }: Visit): OpenIdProvider {
  if (signIn.openId === null) throw new ProcedureError('NOT_FOUND', 'No such page.');
  return signIn.openId;
}

/** The attempt of this browser that the answer belongs to. */
function findAttempt({ attemptToken, now }: Visit, answer: URLSearchParams): Attempt | null {
  const attempt = attemptToken === null ? null : readAttempt(attemptToken, now);
  return attempt !== null && hasState(attempt, answer.getAll('state')) ? attempt : null;
}

/** The page for what went wrong at the provider; throws on what went wrong here. */
function explain(visit: Visit, error: unknown): PageAnswer {
  if (!(error instanceof OpenIdFault)) throw error;
  const { reason, message } = error;
  visit.log.warn({ provider: visit.signIn.openId?.name, reason, detail: message }, 'sign-in refused');
  if (reason !== 'unreachable') visit.keyring.noteRefusal('sign-in.refused');
  return renderOpenIdFault(visit, error);
}
