/**
 * The three steps of an OpenID sign-in: `beginOpenId` redirects to the provider, `showOpenIdAnswer` receives its response
 * and `finishOpenId` starts the session. The last two are separate because a GET has no side effects.
 */
import { ProcedureError } from '../../../protocol/procedure-error.js';
import { type Answer, type PageAnswer, redirectTo } from '../../answer.js';
import { html } from '../../html.js';
import type { MessageKey } from '../../messages.js';
import type { PageContext } from '../../page-context.js';
import { ICONS } from '../../pages/icons.js';
import { renderPanel } from '../../pages/panel.js';
import { renderInsecureConnection } from '../../pages/sign-in-page.js';
import { DEFAULT_PAGE } from '../../wanted-page.js';
import { beginSession } from '../begin-session.js';
import {
  type Attempt,
  createAttempt,
  matchesState,
  printAttemptCookie,
  printExpiredAttemptCookie,
  readAttempt,
} from './attempt.js';
import { OpenIdError, type OpenIdReason } from './open-id-error.js';
import type { OpenIdProvider } from './open-id-provider.js';

/** Rejects links of other sites, which could otherwise sign a user in again after signing out. */
export async function beginOpenId(context: PageContext): Promise<Answer> {
  const provider = requireProvider(context);
  if (!context.origin.isTrustworthy) return renderInsecureConnection(context.t);
  if (context.isFromOtherSite) return redirectTo('/dashboard/sign-in');
  const { token, attempt } = createAttempt(context.now);
  try {
    const url = await provider.begin({
      attempt,
      redirectUri: readRedirectUri(context),
      isOtherAccount: context.query.get('account') === 'other',
    });
    return redirectTo(url.href, { 'Set-Cookie': [printAttemptCookie(context.origin, token)] });
  } catch (error) {
    return renderFailure(context, error);
  }
}

/** Shows a form with the provider's response if this browser has an attempt for it. Has no side effects. */
export async function showOpenIdAnswer(context: PageContext): Promise<Answer> {
  requireProvider(context);
  if (findAttempt(context, context.query) !== null)
    return renderContinuePage(context, context.query.toString());
  // The user has signed in with this response and reloads the page or goes back to it.
  if (context.userId !== null) return redirectTo(context.wantedPage ?? DEFAULT_PAGE);
  return renderOpenIdError(context, new OpenIdError('stale', 'No sign-in is in progress.'));
}

/** Handles the response once: the browser's attempt ends whatever the result. */
export async function finishOpenId(context: PageContext): Promise<Answer> {
  const provider = requireProvider(context);
  const answer = new URLSearchParams(context.form.get('answer') ?? '');
  const attempt = findAttempt(context, answer);
  if (attempt === null && context.userId !== null) return redirectTo(context.wantedPage ?? DEFAULT_PAGE);
  const ended = printExpiredAttemptCookie(context.origin);
  try {
    if (attempt === null) throw new OpenIdError('stale', 'No sign-in is in progress.');
    const callback = new URL(`${readRedirectUri(context)}?${answer}`);
    const userId = await provider.finish({ attempt, callback });
    await context.keyring.users.ensure(userId);
    return await beginSession(context, { userId, method: 'openid-connect', cookies: [ended] });
  } catch (error) {
    return { ...renderFailure(context, error), headers: { 'Set-Cookie': [ended] } };
  }
}

function requireProvider({ signIn }: PageContext): OpenIdProvider {
  if (signIn.openId === null) throw new ProcedureError('NOT_FOUND', 'Page not found.');
  return signIn.openId;
}

/** This browser's attempt, if the response belongs to it. */
function findAttempt({ attemptToken, now }: PageContext, answer: URLSearchParams): Attempt | null {
  const attempt = attemptToken === null ? null : readAttempt(attemptToken, now);
  return attempt !== null && matchesState(attempt, answer.getAll('state')) ? attempt : null;
}

/** Renders the page for an OpenIdError; rethrows other errors. */
function renderFailure(context: PageContext, error: unknown): PageAnswer {
  if (!(error instanceof OpenIdError)) throw error;
  const { reason, message } = error;
  context.log.warn({ provider: context.signIn.openId?.name, reason, detail: message }, 'sign-in refused');
  if (reason !== 'unreachable') context.keyring.noteRefusal('sign-in.refused');
  return renderOpenIdError(context, error);
}

/**
 * The redirect URI. It is under `baseUrl`, because `Host` is not trustworthy. On a loopback origin it is under that origin
 * when `baseUrl` is absent, and always in development mode.
 */
function readRedirectUri({ baseUrl, mode, origin }: PageContext): string {
  const own = origin.isLoopback ? `${origin.scheme}://${origin.host}` : null;
  const base = mode === 'development' ? (own ?? baseUrl) : (baseUrl ?? own);
  if (base !== null) return `${base.replace(/\/+$/, '')}/dashboard/sign-in/openid/callback`;
  throw new OpenIdError(
    'disagreement',
    'baseUrl is not set: the provider cannot redirect back to this server.',
  );
}

/** A form with the provider's response that the script submits, with a button for browsers without scripts. */
function renderContinuePage({ t }: PageContext, answer: string): PageAnswer {
  return renderPanel({
    mark: ICONS.key,
    title: t('openId.continueTitle'),
    status: 200,
    body: html`<p>${t('openId.continue')}</p>
<form method="post" action="/dashboard/sign-in/openid/callback" data-send-at-once>
<input type="hidden" name="answer" value="${answer}">
<button class="button primary wide" autofocus>${t('openId.continueButton')}</button>
</form>`,
  });
}

interface ErrorTexts {
  readonly status: number;
  readonly title: MessageKey;
  readonly text: MessageKey;
}

const ERROR_TEXTS: Readonly<Record<OpenIdReason, ErrorTexts>> = {
  unreachable: { status: 503, title: 'openId.unreachableTitle', text: 'openId.unreachable' },
  disagreement: { status: 502, title: 'openId.disagreementTitle', text: 'openId.disagreement' },
  denied: { status: 403, title: 'openId.deniedTitle', text: 'openId.denied' },
  stale: { status: 400, title: 'openId.staleTitle', text: 'openId.stale' },
  'not-allowed': { status: 403, title: 'openId.notAllowedTitle', text: 'openId.notAllowed' },
  'unverified-email': { status: 403, title: 'openId.unverifiedTitle', text: 'openId.unverified' },
};

/** Shows the error and what to do. The provider's own text is only logged, because anyone can put it into a link. */
function renderOpenIdError(context: PageContext, error: OpenIdError): PageAnswer {
  const { t, requestId, signIn } = context;
  const { status, title, text } = ERROR_TEXTS[error.reason];
  const words = { provider: signIn.openId?.name ?? '', account: error.account ?? '' };
  const isAboutAccount = error.account !== null;
  const again = isAboutAccount ? '/dashboard/sign-in/openid?account=other' : '/dashboard/sign-in/openid';
  const isForOperator = error.reason === 'disagreement' && requestId !== '';
  return renderPanel({
    mark: ICONS.key,
    title: t(title, words),
    status,
    body: html`<p>${t(text, words)}</p>
${isForOperator && html`<p class="hint">${t('error.reference', { id: requestId })}</p>`}
<p><a class="button primary wide" href="${again}">${t(isAboutAccount ? 'openId.otherAccount' : 'openId.again')}</a></p>
<p class="other-way"><a href="/dashboard/sign-in">${t('openId.otherWays')}</a></p>`,
  });
}
