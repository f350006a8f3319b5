import type { KeyRecord } from '../../keys/api-keys.js';
import { canRotate } from '../can-rotate.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import { DAY_MS, printDistance, renderAgo, renderDate } from './format-moment.js';

export interface KeyTable {
  /** The id of the key that was just created. */
  readonly newId: string | null;
  /** Whether rows have checkboxes. */
  readonly isSelectable: boolean;
  /** Whether rows have links to rotate and delete the key. */
  readonly hasActions: boolean;
}

const SOON_MS = 7 * DAY_MS;

/**
 * A table that the style sheet turns into cards on small screens; explicit roles keep it a table for screen readers.
 */
export function renderKeyTable(context: UserPageContext, keys: readonly KeyRecord[], table: KeyTable): Html {
  const { t } = context;
  const head = [
    t('keys.name'),
    t('keys.start'),
    t('keys.permissions'),
    t('keys.created'),
    t('keys.lastUsed'),
    t('keys.expires'),
  ];
  return html`<div class="table-card">
<table role="table" aria-labelledby="list-title">
<thead role="rowgroup"><tr role="row">
${head.map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}
${table.hasActions && html`<th role="columnheader" scope="col"><span class="visually-hidden">${t('keys.actions')}</span></th>`}
</tr></thead>
<tbody role="rowgroup">
${keys.map((key) => renderRow(context, key, table))}
</tbody>
</table>
</div>`;
}

function renderRow(context: UserPageContext, key: KeyRecord, table: KeyTable): Html {
  const { t, now } = context;
  const isNew = key.id === table.newId;
  const isExpired = key.expiresAt !== null && key.expiresAt.getTime() <= now;
  const state = isNew ? 'is-new' : isExpired || key.disabled ? 'is-expired' : null;
  return html`<tr role="row"${state && html` class="${state}"`}>
<th role="rowheader" scope="row"><span class="cell">${table.isSelectable && html`<input type="checkbox" name="id" value="${key.id}" aria-label="${key.name}">`}<a class="key-name" href="${keyPath(key.id)}"><bdi>${key.name}</bdi></a>${isNew && html`<span class="badge ok">${t('keys.new')}</span>`}${key.disabled && html`<span class="badge warning">${t('key.disabled')}</span>`}</span></th>
<td role="cell" class="key-start"><code>${key.start}…</code></td>
<td role="cell" data-label="${t('keys.permissions')}">${renderPermissions(context, key.scopes)}</td>
<td role="cell" data-label="${t('keys.created')}">${renderDate(key.createdAt, context.language)}</td>
<td role="cell" data-label="${t('keys.lastUsed')}">${key.lastUsedAt ? renderAgo(key.lastUsedAt, context) : html`<span class="muted">${t('keys.never')}</span>`}</td>
<td role="cell" data-label="${t('keys.expires')}"><span class="cell">${renderExpiry(context, key)}</span></td>
${table.hasActions && renderActions(context, key)}
</tr>`;
}

function renderActions(context: UserPageContext, key: KeyRecord): Html {
  return html`<td role="cell" class="row-actions"><span class="row-buttons">${canRotate(context, key) && renderAction(context, key, 'rotate')}${renderAction(context, key, 'delete')}</span></td>`;
}

/** Describes the rights of a key with these scopes, in words for simple cases. */
export function renderPermissions({ t }: UserPageContext, scopes: readonly string[]): Html {
  if (scopes.length === 0) return html`<span>${t('keys.full')}</span>`;
  if (scopes.length === 1 && scopes[0] === 'read') return html`<span>${t('keys.read')}</span>`;
  return html`<code class="scopes">${scopes.join(', ')}</code>`;
}

/** Renders the expiry, highlighted if it is soon or past. */
export function renderExpiry({ t, now, language }: UserPageContext, { expiresAt }: KeyRecord): Html {
  if (!expiresAt) return html`<span class="muted">${t('create.never')}</span>`;
  const leftMs = expiresAt.getTime() - now;
  const date = renderDate(expiresAt, language);
  if (leftMs <= 0) return html`${date} <span class="badge danger">${t('keys.expired')}</span>`;
  if (leftMs > SOON_MS) return date;
  return html`${date} <span class="badge warning">${printDistance(leftMs, language)}</span>`;
}

/** A link to the confirmation page, which the script shows in a dialog. */
function renderAction({ t }: UserPageContext, key: KeyRecord, action: 'rotate' | 'delete'): Html {
  return html`<a class="button quiet small ${action}" href="${keyPath(key.id, action)}" data-dialog="${action}">${t(`keys.${action}`)}<span class="visually-hidden"> <bdi>${key.name}</bdi></span></a>`;
}
