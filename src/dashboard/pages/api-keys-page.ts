import type { KeyRecord } from '../../keys/api-keys.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { type KeyListQuery, listParameters, printKeyListUrl, selectKeys } from '../key-list.js';
import type { UserPageContext } from '../page-context.js';
import { ICONS } from './icons.js';
import { renderKeyListControls, renderPager } from './key-list-controls.js';
import { renderKeyTable } from './key-table.js';
import { type NewKey, renderNewKeyPanel } from './new-key-panel.js';
import { renderPageHead } from './page-head.js';

export interface ApiKeysPage {
  readonly keys: readonly KeyRecord[];
  /** The whole list when absent. */
  readonly query?: KeyListQuery;
  readonly status?: number;
  readonly notice?: Html | null;
  /** The new key, whose secret is shown. */
  readonly created?: NewKey;
}

export function renderApiKeysPage(context: UserPageContext, page: ApiKeysPage): PageAnswer {
  const { t } = context;
  const { keys, created } = page;
  return {
    kind: 'page',
    status: page.status ?? 200,
    title: created ? t('reveal.pageTitle') : t('keys.title'),
    body: html`${renderPageHead({
      heading: t('keys.title'),
      intro: context.areKeysAccepted && t('keys.intro'),
      actions: keys.length > 0 && canCreate(context, keys) && renderCreateLink(t('create.open')),
    })}
${page.notice}
${renderCreateUnavailable(context, keys)}
${created && renderNewKeyPanel(context, created)}
${keys.length === 0 ? renderEmpty(context) : renderList(context, page)}`,
  };
}

export function canCreate(
  { keyring, areKeysAccepted }: UserPageContext,
  keys: readonly KeyRecord[],
): boolean {
  return areKeysAccepted && keys.length < keyring.maxKeysPerUser;
}

/** Why no key can be created. */
function renderCreateUnavailable(
  { t, keyring, areKeysAccepted }: UserPageContext,
  keys: readonly KeyRecord[],
): Html | null {
  const limit = keyring.maxKeysPerUser;
  if (!areKeysAccepted)
    return html`<p class="notice warning">${ICONS.warning}<span>${t('keys.notInUse')}</span></p>`;
  if (keys.length < limit) return null;
  return html`<p class="notice warning">${ICONS.warning}<span>${t('keys.limitReached', { limit })}</span></p>`;
}

function renderCreateLink(label: string): Html {
  return html`<a class="button primary" href="/dashboard/api-keys/new" data-dialog="create">${ICONS.plus}<span>${label}</span></a>`;
}

function renderEmpty(context: UserPageContext): Html | false {
  return context.areKeysAccepted && renderEmptyList(context, renderCreateLink(context.t('create.openFirst')));
}

/** With more keys than this, the list has a search, filters and a selection. */
const MANY_KEYS = 10;
/** With more rows than this, rows link to the key's page and have no actions of their own, to limit the tab stops. */
const ROWS_WITH_ACTIONS = 25;

const WHOLE_LIST: KeyListQuery = { search: '', filter: 'all', sort: 'newest', page: 1 };

function renderList(context: UserPageContext, { keys, created, query = WHOLE_LIST }: ApiKeysPage): Html {
  const { t, keyring } = context;
  const list = selectKeys(keys, query, context);
  const count = t('keys.count', { count: keys.length, limit: keyring.maxKeysPerUser });
  const isLong = keys.length > MANY_KEYS;
  const table = renderKeyTable(context, list.shown, {
    newId: created?.record.id ?? null,
    isSelectable: isLong,
    hasActions: list.shown.length <= ROWS_WITH_ACTIONS,
  });
  return html`<section aria-labelledby="list-title">
<div class="list-head">
<h2 id="list-title" tabindex="-1">${t('keys.listTitle')}</h2>
<p class="count">${count}</p>
</div>
${isLong && renderKeyListControls(context, keys, query)}
${list.total === 0 ? renderNoMatch(context) : isLong ? renderSelection(context, query, table) : table}
${renderPager(context, query, list)}
</section>`;
}

function renderNoMatch({ t }: UserPageContext): Html {
  return html`<div class="card"><p>${t('list.none')}</p><p><a href="${printKeyListUrl(WHOLE_LIST)}">${t('list.showAll')}</a></p></div>`;
}

/** Renders the table as a form that opens one confirmation for all selected keys. */
function renderSelection({ t }: UserPageContext, query: KeyListQuery, table: Html): Html {
  return html`<form class="selection" action="/dashboard/api-keys/delete" data-opens="delete">
${listParameters(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="selection-bar">
<label class="check"><input type="checkbox" data-select-all>${t('list.selectAll')}</label>
<button class="button">${t('deleteSeveral.open')}</button>
</div>
${table}
</form>`;
}

/** Explains the use of keys to a user without keys. */
function renderEmptyList(
  { t, origin, isApiServed, prefix = DEFAULT_PREFIX, findSample }: UserPageContext,
  action: Html,
): Html {
  const header = 'Authorization: Bearer $API_KEY';
  return html`<section class="card empty" aria-labelledby="empty-title">
<span class="empty-mark">${ICONS.key}</span>
<h2 id="empty-title">${t('empty.title')}</h2>
<p class="muted">${t('empty.text')}</p>
${action}
<ol class="steps">
<li>${t('empty.name')}</li>
<li>${t('empty.keep')}</li>
${
  isApiServed &&
  html`<li>${t('empty.send')}
<pre class="command"><code>curl -H "${header}" ${origin.scheme}://${origin.host}${prefix}${findSample([])?.path ?? '/…'}</code></pre></li>
`
}</ol>
</section>`;
}
