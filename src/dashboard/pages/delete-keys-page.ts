import type { KeyRecord } from '../../keys/api-keys.js';
import type { PageAnswer } from '../answer.js';
import { html } from '../html.js';
import { type KeyListQuery, listParameters, printKeyListUrl } from '../key-list.js';
import type { UserPageContext } from '../page-context.js';
import { printAgo } from './format-moment.js';
import { renderPanel } from './panel.js';

export interface DeleteKeysPage {
  readonly keys: readonly KeyRecord[];
  /** The state of the list to return to. */
  readonly list: KeyListQuery;
}

/** Asks once for confirmation to delete several keys, and shows when each was last used. */
export function renderDeleteKeysPage(context: UserPageContext, { keys, list }: DeleteKeysPage): PageAnswer {
  const { t } = context;
  const back = printKeyListUrl(list);
  if (keys.length === 0)
    return renderPanel({
      title: t('deleteSeveral.none'),
      body: html`<p>${t('deleteSeveral.noneText')}</p>
<div class="actions"><a class="button" href="${back}" data-close autofocus>${t('error.close')}</a></div>`,
    });
  const use = ({ lastUsedAt }: KeyRecord) =>
    lastUsedAt ? t('delete.lastUsed', { when: printAgo(lastUsedAt, context) }) : t('delete.neverUsed');
  return renderPanel({
    title: keys.length === 1 ? t('deleteSeveral.titleOne') : t('deleteSeveral.title', { count: keys.length }),
    body: html`<p>${t(keys.length === 1 ? 'delete.warning' : 'deleteSeveral.warning')}</p>
<ul class="selected-keys" tabindex="0" aria-label="${t('keys.listTitle')}">
${keys.map((key) => html`<li><bdi>${key.name}</bdi> <span class="hint"><code>${key.start}…</code> ${use(key)}</span></li>`)}
</ul>
<form class="actions" method="post" action="/dashboard/api-keys/delete">
${listParameters(list).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${keys.map(({ id }) => html`<input type="hidden" name="id" value="${id}">`)}
<a class="button" href="${back}" data-close autofocus>${t('delete.cancel')}</a>
<button class="button destructive">${t('deleteSeveral.button')}</button>
</form>`,
  });
}
