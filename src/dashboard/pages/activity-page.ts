import type { AuditEntry } from '../../keys/keyring.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import { renderAuditLines } from './audit-lines.js';
import { renderPageHead } from './page-head.js';

export interface ActivityPage {
  readonly entries: readonly AuditEntry[];
  /** The names of the keys that still exist, by id. */
  readonly keyNames: ReadonlyMap<string, string>;
  readonly page: number;
  readonly hasMore: boolean;
}

/** Renders the audit entries about the user, newest first. */
export function renderActivityPage(context: UserPageContext, activity: ActivityPage): PageAnswer {
  const { t } = context;
  const { entries, page, hasMore } = activity;
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
    : html`<section class="card" aria-label="${t('activity.title')}">
${renderAuditLines(context, entries, (id) => renderKey(id, activity.keyNames))}
</section>`
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

/** Renders a link if the key still exists, otherwise its id. */
function renderKey(id: string, names: ReadonlyMap<string, string>): Html {
  const name = names.get(id);
  if (name === undefined) return html`<code>${id}</code>`;
  return html`<a href="${keyPath(id)}"><bdi>${name}</bdi></a>`;
}
