import type { PageAnswer } from '../../answer.js';
import { html } from '../../html.js';
import type { PageContext } from '../../page-context.js';
import { renderPanel } from '../../pages/panel.js';

/** A form with the provider's answer, which the script sends at once, and a button for who has none. */
export function renderContinuePage({ t }: PageContext, answer: string): PageAnswer {
  return renderPanel({
    title: t('openId.continueTitle'),
    status: 200,
    body: html`<p>${t('openId.continue')}</p>
<form method="post" action="/dashboard/sign-in/openid/callback" data-send-at-once>
<input type="hidden" name="answer" value="${answer}">
<button class="button primary wide" autofocus>${t('openId.continueButton')}</button>
</form>`,
  });
}
