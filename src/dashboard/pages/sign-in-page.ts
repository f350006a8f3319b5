import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import type { Translate } from '../translate.js';
import type { Visit } from '../visit.js';
import { renderNotice } from './notice.js';

/** One button, which uses the token up: opening the link, as a preview of it does, changes nothing. */
export function renderSignInButton({ t, site }: Visit, token: string): PageAnswer {
  return answer(
    t('signIn.title'),
    200,
    html`<p>${t('signIn.ready', { site })}</p>
<form method="post" action="/dashboard/sign-in">
<input type="hidden" name="token" value="${token}">
<button class="button primary wide" autofocus>${t('signIn.button')}</button>
</form>`,
  );
}

export type SignInNotice = 'signed-out' | 'refused' | null;

/** How to come by a link. */
export function renderSignInHelp({ t, mode }: Visit, notice: SignInNotice): PageAnswer {
  return answer(
    t('signIn.title'),
    notice === 'refused' ? 400 : 200,
    html`${notice === 'signed-out' && renderNotice('ok', t('signIn.signedOut'))}
${notice === 'refused' && renderNotice('danger', t('signIn.refused'))}
<p>${t('signIn.how')}</p>
<pre class="command"><code>procgen users link</code></pre>
<p class="hint">${t('signIn.user', { option: '--user NAME' })}</p>
<p class="hint">${mode === 'development' ? t('signIn.terminal') : t('signIn.ask')}</p>`,
  );
}

/** Instead of a sign-in whose cookie the browser would refuse to keep. */
export function renderInsecureConnection(t: Translate): PageAnswer {
  return answer(t('signIn.insecureTitle'), 403, html`<p>${t('signIn.insecure')}</p>`);
}

function answer(title: string, status: number, content: Html): PageAnswer {
  return {
    kind: 'page',
    status,
    title,
    body: html`<section class="card narrow">
<h1>${title}</h1>
${content}
</section>`,
  };
}
