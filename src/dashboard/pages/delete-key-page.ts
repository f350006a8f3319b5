import type { KeyRecord } from '../../keys/api-keys.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import { renderMessage } from '../render-message.js';
import { DAY_MS, printAgo } from './format-moment.js';
import { ICONS } from './icons.js';
import { renderPanel } from './panel.js';

/** A key that was used within this time is probably still in use. */
const RECENT_MS = 30 * DAY_MS;

/** Asks for confirmation and shows when the key was last used. */
export function renderDeleteKeyPage(context: UserPageContext, key: KeyRecord): PageAnswer {
  const { t } = context;
  return renderPanel({
    title: t('delete.title', { name: key.name }),
    heading: renderMessage(t, 'delete.title', key.name),
    body: html`<p>${t('delete.warning')}</p>
${renderUse(context, key)}
<form class="actions" method="post" action="${keyPath(key.id, 'delete')}">
<a class="button" href="/dashboard/api-keys" data-close autofocus>${t('delete.cancel')}</a>
<button class="button destructive">${t('delete.button')}</button>
</form>`,
  });
}

function renderUse(context: UserPageContext, { start, lastUsedAt }: KeyRecord): Html {
  const { t, now } = context;
  const name = html`<code>${start}…</code>`;
  if (!lastUsedAt) return html`<p class="fact">${name}<span>${t('delete.neverUsed')}</span></p>`;
  const isRecent = now - lastUsedAt.getTime() < RECENT_MS;
  const text = t('delete.lastUsed', { when: printAgo(lastUsedAt, context) });
  return html`<p class="fact${isRecent && ' warning'}">${isRecent && ICONS.warning}${name}<span>${text}</span></p>`;
}
