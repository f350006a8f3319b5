import type { KeyRecord } from '../../keys/api-keys.js';
import { type Html, html } from '../html.js';
import {
  KEY_FILTERS,
  KEY_SORTS,
  KEYS_PER_PAGE,
  type KeyFilter,
  type KeyList,
  type KeyListQuery,
  matchesSearch,
  passesFilter,
  printKeyListUrl,
} from '../key-list.js';
import type { UserPageContext } from '../page-context.js';

/** Renders the filters, as links, and a form to search and sort a long list. */
export function renderKeyListControls(
  { t, now }: UserPageContext,
  keys: readonly KeyRecord[],
  query: KeyListQuery,
): Html {
  const found = keys.filter((key) => matchesSearch(key, query.search));
  const count = (filter: KeyFilter) => found.filter((key) => passesFilter(key, filter, now)).length;
  return html`<nav class="filters" aria-label="${t('list.filters')}">
${KEY_FILTERS.map(
  (filter) =>
    html`<a class="filter" href="${printKeyListUrl({ ...query, filter, page: 1 })}"${filter === query.filter && html` aria-current="true"`}>${t(`list.filter.${filter}`)} <span class="count">${count(filter)}</span></a>`,
)}
</nav>
<form class="search" role="search" action="/dashboard/api-keys">
${query.filter !== 'all' && html`<input type="hidden" name="filter" value="${query.filter}">`}
<input type="search" name="q" value="${query.search}" maxlength="100" aria-label="${t('list.search')}" placeholder="${t('list.search')}" autocomplete="off" spellcheck="false">
<select name="sort" aria-label="${t('list.sort')}">
${KEY_SORTS.map((sort) => html`<option value="${sort}"${sort === query.sort && html` selected`}>${t(`list.sort.${sort}`)}</option>`)}
</select>
<button class="button">${t('list.apply')}</button>
</form>`;
}

/** Renders the range of keys on the page, and links to other pages. Null if all keys fit on one page. */
export function renderPager({ t }: UserPageContext, query: KeyListQuery, list: KeyList): Html | null {
  const { page, pages, total, shown } = list;
  if (pages === 1) return null;
  const from = (page - 1) * KEYS_PER_PAGE + 1;
  const link = (number: number, label: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${printKeyListUrl({ ...query, page: number })}">${label}</a>`;
  return html`<nav class="pager" aria-label="${t('list.pages')}">
<p class="count">${t('list.range', { from, to: from + shown.length - 1, total })}</p>
${page > 1 && link(page - 1, t('list.previous'), 'prev')}
${page < pages && link(page + 1, t('list.next'), 'next')}
</nav>`;
}
