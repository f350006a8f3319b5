import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import type { MessageKey, Translate } from '../messages.js';
import { ICONS } from './icons.js';
import { renderPanel } from './panel.js';

/** Renders the generic page of a status, which does not reveal the cause. Pages other than forms can be reloaded. */
export function renderMessagePage(
  t: Translate,
  status: number,
  { requestId, isForm }: { readonly requestId: string; readonly isForm: boolean },
): PageAnswer {
  const [title, text] = chooseTexts(status);
  const isServerError = status >= 500 && requestId !== '';
  return renderPanel({
    title: t(title),
    status,
    mark: status === 503 ? ICONS.outage : status >= 500 ? ICONS.error : ICONS.key,
    body: html`<p>${t(text)}</p>
${isServerError && html`<p class="hint">${t('error.reference', { id: requestId })}</p>`}
<div class="actions start">
${renderNextAction(t, status, isForm)}
</div>`,
  });
}

function renderNextAction(t: Translate, status: number, isForm: boolean): Html {
  if (status >= 500 && !isForm)
    return html`<a class="button primary" href="" data-retry>${t('error.again')}</a>`;
  return status === 429
    ? html`<a class="button" href="/dashboard/sign-in">${t('signIn.title')}</a>`
    : html`<a class="button" href="/dashboard/api-keys">${t('error.back')}</a>`;
}

/** Renders the page for a missing key, whatever the reason. */
export function renderKeyNotFound(t: Translate): PageAnswer {
  return renderPanel({
    title: t('error.keyNotFound'),
    status: 404,
    mark: ICONS.key,
    body: html`<p>${t('error.keyNotFoundText')}</p>
<div class="actions start"><a class="button" href="/dashboard/api-keys">${t('error.back')}</a></div>`,
  });
}

function chooseTexts(status: number): readonly [title: MessageKey, text: MessageKey] {
  if (status === 403) return ['error.forbidden', 'error.forbiddenText'];
  if (status === 404) return ['error.notFound', 'error.notFoundText'];
  if (status === 405) return ['error.method', 'error.methodText'];
  if (status === 413) return ['error.tooLarge', 'error.tooLargeText'];
  if (status === 429) return ['error.tooMany', 'error.tooManyText'];
  if (status === 503) return ['error.unavailable', 'error.unavailableText'];
  if (status < 500) return ['error.badRequest', 'error.badRequestText'];
  return ['error.internal', 'error.internalText'];
}
