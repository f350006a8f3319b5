import type { PageAnswer } from '../../answer.js';
import { html } from '../../html.js';
import type { MessageKey } from '../../messages.js';
import type { PageContext } from '../../page-context.js';
import { renderPanel } from '../../pages/panel.js';
import type { OpenIdFault, OpenIdReason } from './open-id-fault.js';

interface Words {
  readonly status: number;
  readonly title: MessageKey;
  readonly text: MessageKey;
}

const WORDS: Readonly<Record<OpenIdReason, Words>> = {
  unreachable: { status: 503, title: 'openId.unreachableTitle', text: 'openId.unreachable' },
  disagreement: { status: 502, title: 'openId.disagreementTitle', text: 'openId.disagreement' },
  denied: { status: 403, title: 'openId.deniedTitle', text: 'openId.denied' },
  stale: { status: 400, title: 'openId.staleTitle', text: 'openId.stale' },
  'not-allowed': { status: 403, title: 'openId.notAllowedTitle', text: 'openId.notAllowed' },
  'unverified-email': { status: 403, title: 'openId.unverifiedTitle', text: 'openId.unverified' },
};

/** What went wrong and what to do. What the provider wrote about it is for the log: anybody can write it into a link. */
export function renderOpenIdFault(context: PageContext, fault: OpenIdFault): PageAnswer {
  const { t, requestId, signIn } = context;
  const { status, title, text } = WORDS[fault.reason];
  const words = { provider: signIn.openId?.name ?? '', account: fault.account ?? '' };
  const isAboutAccount = fault.account !== null;
  const again = isAboutAccount ? '/dashboard/sign-in/openid?account=other' : '/dashboard/sign-in/openid';
  const isForOperator = fault.reason === 'disagreement' && requestId !== '';
  return renderPanel({
    title: t(title, words),
    status,
    body: html`<p>${t(text, words)}</p>
${isForOperator && html`<p class="hint">${t('error.reference', { id: requestId })}</p>`}
<p><a class="button primary wide" href="${again}">${t(isAboutAccount ? 'openId.otherAccount' : 'openId.again')}</a></p>
<p class="other-way"><a href="/dashboard/sign-in">${t('openId.otherWays')}</a></p>`,
  });
}
