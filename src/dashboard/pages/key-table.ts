import type { KeyRecord } from '../../keys/api-keys.js';
import { type Html, html } from '../html.js';
import type { UserVisit } from '../visit.js';
import { DAY_MS, printAgo, printDistance, renderAgo, renderDate } from './format-moment.js';
import { KEY_MARK } from './page.js';

const SOON_MS = 7 * DAY_MS;

/** The user's keys; a table that the style sheet turns into cards on a phone, its roles kept by name. */
export function renderKeyTable(visit: UserVisit, keys: readonly KeyRecord[], newId: string | null): Html {
  const { t } = visit;
  if (keys.length === 0) return renderEmpty(visit);
  const head = [
    t('keys.name'),
    t('keys.start'),
    t('keys.permissions'),
    t('keys.created'),
    t('keys.lastUsed'),
    t('keys.expires'),
  ];
  return html`<div class="table-card">
<table role="table">
<caption class="visually-hidden">${t('keys.listTitle')}</caption>
<thead role="rowgroup"><tr role="row">
${head.map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}
<th role="columnheader" scope="col"><span class="visually-hidden">${t('keys.actions')}</span></th>
</tr></thead>
<tbody role="rowgroup">
${keys.map((key) => renderRow(visit, key, key.id === newId))}
</tbody>
</table>
</div>`;
}

function renderRow(visit: UserVisit, key: KeyRecord, isNew: boolean): Html {
  const { t } = visit;
  return html`<tr role="row"${isNew && html` class="is-new"`}>
<th role="rowheader" scope="row"><span class="key-name">${key.name}</span>${isNew && html` <span class="badge ok">${t('keys.new')}</span>`}</th>
<td role="cell" data-label="${t('keys.start')}"><code>${key.start}…</code></td>
<td role="cell" data-label="${t('keys.permissions')}"><span class="cell">${renderPermissions(visit, key.scopes)}</span></td>
<td role="cell" data-label="${t('keys.created')}">${renderDate(key.createdAt, visit.language)}</td>
<td role="cell" data-label="${t('keys.lastUsed')}">${key.lastUsedAt ? renderAgo(key.lastUsedAt, visit) : html`<span class="muted">${t('keys.never')}</span>`}</td>
<td role="cell" data-label="${t('keys.expires')}"><span class="cell">${renderExpiry(visit, key.expiresAt)}</span></td>
<td role="cell" class="row-action">${renderDeleteLink(visit, key)}</td>
</tr>`;
}

function renderPermissions({ t }: UserVisit, scopes: readonly string[]): Html | readonly Html[] {
  if (scopes.length === 0) return html`<span class="badge">${t('keys.full')}</span>`;
  if (scopes.length === 1 && scopes[0] === 'read') return html`<span class="badge">${t('keys.read')}</span>`;
  return scopes.map((scope) => html`<span class="badge"><code>${scope}</code></span> `);
}

function renderExpiry({ t, now, language }: UserVisit, expiresAt: Date | null): Html {
  if (!expiresAt) return html`<span class="muted">${t('keys.never')}</span>`;
  const leftMs = expiresAt.getTime() - now;
  const date = renderDate(expiresAt, language);
  if (leftMs <= 0) return html`${date} <span class="badge danger">${t('keys.expired')}</span>`;
  if (leftMs > SOON_MS) return date;
  return html`${date} <span class="badge warning">${printDistance(leftMs, language)}</span>`;
}

/** A link to the page that asks once more; the script opens a dialog in its place, worded as told here. */
function renderDeleteLink(visit: UserVisit, key: KeyRecord): Html {
  const { t } = visit;
  const path = `/dashboard/api-keys/${encodeURIComponent(key.id)}/delete`;
  return html`<a class="button quiet danger" href="${path}" data-delete="${t('delete.title', { name: key.name })}" data-use="${describeUse(visit, key)}">${t('keys.delete')}<span class="visually-hidden"> ${key.name}</span></a>`;
}

/** Whether it is missed when it is gone: what a reader wants to know before deleting it. */
export function describeUse(visit: UserVisit, key: KeyRecord): string {
  const { t } = visit;
  if (!key.lastUsedAt) return t('delete.neverUsed');
  return t('delete.lastUsed', { when: printAgo(key.lastUsedAt, visit) });
}

function renderEmpty({ t }: UserVisit): Html {
  return html`<div class="table-card empty">
<span class="empty-mark">${KEY_MARK}</span>
<h3>${t('keys.emptyTitle')}</h3>
<p>${t('keys.empty')}</p>
</div>`;
}
