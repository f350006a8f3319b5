import type { KeyRecord } from '../../keys/api-keys.js';
import type { KeyReport } from '../../keys/key-reports.js';
import type { PageAnswer } from '../answer.js';
import { canRotate } from '../can-rotate.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import { type Fact, renderFacts } from './facts.js';
import { renderAgo, renderDate } from './format-moment.js';
import { renderKeyReport } from './key-report.js';
import { renderExpiry, renderPermissions } from './key-table.js';
import { renderPageHead } from './page-head.js';

export interface KeyPage {
  readonly report: KeyReport;
  readonly notice: Html | null;
}

/** Renders a key: its rights, actions and use. */
export function renderKeyPage(context: UserPageContext, { report, notice }: KeyPage): PageAnswer {
  const { t, language } = context;
  const { record: key } = report;
  const facts: readonly Fact[] = [
    [t('key.state'), renderState(context, key)],
    [t('keys.start'), html`<code>${key.start}…</code>`],
    [t('key.id'), html`<code>${key.id}</code>`],
    [t('keys.permissions'), renderScopes(context, key)],
    [t('keys.created'), renderDate(key.createdAt, language)],
    [t('keys.lastUsed'), key.lastUsedAt ? renderAgo(key.lastUsedAt, context) : t('keys.never')],
    [t('keys.expires'), renderExpiry(context, key)],
  ];
  return {
    kind: 'page',
    status: 200,
    title: key.name,
    body: html`${renderPageHead({
      back: html`<a href="/dashboard/api-keys">${t('key.back')}</a>`,
      heading: html`<bdi>${key.name}</bdi>`,
      actions: renderActions(context, key),
    })}
${notice}
<section class="card" aria-label="${t('key.facts')}">
${renderFacts(facts)}
</section>
${renderKeyReport(context, report)}`,
  };
}

function renderState({ t, now }: UserPageContext, { disabled, expiresAt }: KeyRecord): Html {
  if (disabled) return html`<span class="badge warning">${t('key.disabled')}</span> ${t('key.disabledText')}`;
  if (expiresAt !== null && expiresAt.getTime() <= now)
    return html`<span class="badge danger">${t('keys.expired')}</span>`;
  return html`<span class="badge ok">${t('key.active')}</span>`;
}

function renderScopes(context: UserPageContext, { scopes }: KeyRecord): Html {
  if (scopes.length < 2) return renderPermissions(context, scopes);
  return html`<ul class="plain">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`;
}

function renderActions(context: UserPageContext, key: KeyRecord): Html {
  const { t } = context;
  const path = keyPath(key.id);
  return html`<div class="actions start">
<a class="button" href="${path}/edit" data-dialog="edit">${t('key.change')}</a>
${canRotate(context, key) && html`<a class="button" href="${path}/rotate" data-dialog="rotate">${t('keys.rotate')}</a>`}
<form method="post" action="${path}/${key.disabled ? 'enable' : 'disable'}"><button class="button">${t(key.disabled ? 'key.enable' : 'key.disable')}</button></form>
<a class="button" href="${path}/delete" data-dialog="delete">${t('keys.delete')}</a>
</div>`;
}
