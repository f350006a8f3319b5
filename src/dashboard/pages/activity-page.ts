import type { AuditEntry } from '../../keys/keyring.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import { printEvent } from './event-label.js';
import { printMoment } from './format-moment.js';
import { renderPageHead } from './page-head.js';

export interface ActivityPage {
  readonly entries: readonly AuditEntry[];
  /** The names of the keys that are left, by id. */
  readonly keyNames: ReadonlyMap<string, string>;
  readonly page: number;
  readonly hasMore: boolean;
}

/** What the audit log says of the user, the newest first. */
export function renderActivityPage(context: UserPageContext, activity: ActivityPage): PageAnswer {
  const { t } = context;
  const { entries, page, hasMore } = activity;
  const head = [t('activity.event'), t('activity.time'), t('keys.start'), t('activity.from')];
  const link = (number: number, label: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="/dashboard/activity?page=${number}">${label}</a>`;
  return {
    kind: 'page',
    status: 200,
    title: t('activity.title'),
    body: html`${renderPageHead({ heading: t('activity.title'), intro: t('activity.intro') })}
${
  entries.length === 0
    ? html`<p class="card">${t('activity.none')}</p>`
    : html`<div class="table-card">
<table role="table" aria-label="${t('activity.title')}">
<thead role="rowgroup"><tr role="row">${head.map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}</tr></thead>
<tbody role="rowgroup">
${entries.map((entry) => renderEntry(context, entry, activity.keyNames))}
</tbody>
</table>
</div>`
}
${
  (page > 1 || hasMore) &&
  html`<nav class="pager" aria-label="${t('list.pages')}">
${page > 1 && link(page - 1, t('list.previous'), 'prev')}
${hasMore && link(page + 1, t('list.next'), 'next')}
</nav>`
}`,
  };
}

function renderEntry(
  { t, language }: UserPageContext,
  { time, event, actor, key, address }: AuditEntry,
  keyNames: ReadonlyMap<string, string>,
): Html {
  const date = new Date(time);
  return html`<tr role="row">
<th role="rowheader" scope="row">${printEvent(t, event)}</th>
<td role="cell" data-label="${t('activity.time')}"><time datetime="${date.toISOString()}" data-local="moment">${printMoment(date, language)}</time></td>
<td role="cell" data-label="${t('keys.start')}">${renderKey(key, keyNames)}</td>
<td role="cell" data-label="${t('activity.from')}">${address ?? (actor === 'cli' ? t('activity.terminal') : '–')}</td>
</tr>`;
}

/** A link where the key is left, else its id. */
function renderKey(id: string | null, names: ReadonlyMap<string, string>): Html | string {
  if (id === null) return '–';
  const name = names.get(id);
  if (name === undefined) return html`<code>${id}</code>`;
  return html`<a href="${keyPath(id)}"><bdi>${name}</bdi></a>`;
}
