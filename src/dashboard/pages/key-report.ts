import type { KeyReport } from '../../keys/key-reports.js';
import { type Html, html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { renderAuditLines } from './audit-lines.js';
import { renderFacts } from './facts.js';
import { renderAgo } from './format-moment.js';
import { numberFormat } from './formats.js';
import { renderUsageChart, renderUsageTable } from './usage-chart.js';

/** Renders the use of a key and its history. */
export function renderKeyReport(context: UserPageContext, report: KeyReport): Html {
  const { t } = context;
  const { record, audit } = report;
  return html`<section class="card usage" aria-labelledby="usage-title">
<h2 id="usage-title">${t('key.usage')}</h2>
${renderUsage(context, report)}
</section>
<section class="card" aria-labelledby="last-call-title">
<h2 id="last-call-title">${t('key.lastCall')}</h2>
${renderLastCall(context, report)}
</section>
<section class="card" aria-labelledby="history-title">
<h2 id="history-title">${t('key.history')}</h2>
${audit.length === 0 ? html`<p class="hint">${t('key.noHistory')}</p>` : renderAuditLines(context, audit, (id) => (id === record.id ? null : html`<code>${id}</code>`))}
</section>`;
}

function renderUsage(context: UserPageContext, { days }: KeyReport): Html {
  const { t, language } = context;
  const format = numberFormat(language);
  const [calls, refusals] = [sum(days.map((day) => day.calls)), sum(days.map((day) => day.refusals))];
  const hint = html`<p class="hint">${t('key.usageHint')}</p>`;
  if (calls === 0 && refusals === 0) return html`<p>${t('key.noCalls')}</p>${hint}`;
  return html`<ul class="usage-legend">
<li><span class="usage-swatch usage-calls"></span>${t('key.calls')} <strong>${format.format(calls)}</strong></li>
<li><span class="usage-swatch usage-refusals"></span>${t('key.refusals')} <strong>${format.format(refusals)}</strong></li>
</ul>
${renderUsageChart(context, days)}
${hint}
${renderUsageTable(context, days)}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function renderLastCall(context: UserPageContext, { lastCall }: KeyReport): Html {
  const { t } = context;
  if (lastCall === null) return html`<p class="hint">${t('key.noLastCall')}</p>`;
  const { at, operation, status, address } = lastCall;
  const show = (value: string | number | null) =>
    value === null ? html`<span class="muted">${t('key.unknown')}</span>` : html`<code>${value}</code>`;
  return renderFacts([
    [t('key.when'), renderAgo(at, context)],
    [t('key.operation'), show(operation)],
    [t('key.status'), show(status)],
    [t('key.address'), show(address)],
  ]);
}
