import type { ListedSession } from '../../keys/keyring.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { renderAgo } from './format-moment.js';
import { renderPageHead } from './page-head.js';

export interface AccountPage {
  readonly sessions: readonly ListedSession[];
  readonly notice: Html | null;
}

/** Renders the user's sessions, with buttons to end them. */
export function renderAccountPage(context: UserPageContext, { sessions, notice }: AccountPage): PageAnswer {
  const { t, userId, isFromProxy } = context;
  return {
    kind: 'page',
    status: 200,
    title: t('account.title'),
    body: html`${renderPageHead({
      heading: t('account.title'),
      intro: html`${t('layout.signedInAs')} <bdi>${userId}</bdi>`,
    })}
${notice}
<section class="card" aria-labelledby="sessions-title">
<h2 id="sessions-title">${t('account.sessions')}</h2>
<p class="hint">${t(isFromProxy ? 'proxy.signOut' : 'account.sessionsHint')}</p>
${
  sessions.length > 0 &&
  html`<ul class="sessions">
${sessions.map((session) => renderSession(context, session))}
</ul>
<form method="post" action="/dashboard/account/sign-out-everywhere">
<p class="hint" id="everywhere-hint">${t('account.everywhereHint')}</p>
<button class="button destructive" aria-describedby="everywhere-hint">${t('account.everywhere')}</button>
</form>`
}
</section>`,
  };
}

function renderSession(context: UserPageContext, session: ListedSession): Html {
  const { t } = context;
  const { id, browser, address, createdAt, lastSeenAt, isCurrent } = session;
  return html`<li>
<div>
<p class="session-name"><span id="session-${id}">${browser ?? t('account.unknownBrowser')}</span>${isCurrent && html` <span class="badge ok">${t('account.thisOne')}</span>`}</p>
<p class="hint">${address !== null && html`<code>${address}</code> · `}<span>${t('account.began')} ${renderAgo(createdAt, context)}</span> · <span>${t('account.lastSeen')} ${renderAgo(lastSeenAt, context)}</span></p>
</div>
<form method="post" action="/dashboard/account/end-session">
<input type="hidden" name="session" value="${id}">
<button class="button small" aria-describedby="session-${id}">${t(isCurrent ? 'layout.signOut' : 'account.end')}</button>
</form>
</li>`;
}
