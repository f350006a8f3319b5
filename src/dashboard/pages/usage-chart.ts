import type { KeyDay } from '../../keys/key-reports.js';
import { type Html, html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { printDate } from './format-moment.js';
import { numberFormat } from './formats.js';

/** In SVG units. The style sheet stretches the chart to the width of the page. */
const [DAY_WIDTH, BAR_WIDTH, HEIGHT] = [20, 14, 120];
/** The minimum height of a bar, so that a single call next to a million is visible. */
const MIN_HEIGHT = 2;

/**
 * Renders a bar per day: calls, and rejections on top of them. Hidden from screen readers, which have the table.
 * Hovering over a day shows its figures.
 */
export function renderUsageChart(context: UserPageContext, days: readonly KeyDay[]): Html {
  const { t, language } = context;
  const width = days.length * DAY_WIDTH;
  const max = Math.max(...days.map(({ calls, refusals }) => calls + refusals));
  const [first, last] = [days[0], days.at(-1)];
  const format = numberFormat(language);
  return html`<figure class="usage-chart">
<p class="hint">${t('key.most', { count: format.format(max) })}</p>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
${days.map((day, index) => renderDay(context, day, { x: index * DAY_WIDTH, max }))}
</svg>
<p class="usage-axis hint" aria-hidden="true"><span>${first && printDay(first, language)}</span><span>${last && printDay(last, language)}</span></p>
</figure>`;
}

function renderDay(
  context: UserPageContext,
  day: KeyDay,
  { x, max }: { readonly x: number; readonly max: number },
): Html {
  const limit = day.calls > 0 ? HEIGHT - MIN_HEIGHT : HEIGHT;
  const refusals = Math.min(scale(day.refusals, max), limit);
  const calls = Math.min(scale(day.calls, max), HEIGHT - refusals);
  const bar = (name: string, y: number, height: number) =>
    height > 0 &&
    html`<rect class="${name}" x="${x + (DAY_WIDTH - BAR_WIDTH) / 2}" y="${round(y)}" width="${BAR_WIDTH}" height="${round(height)}"/>`;
  return html`<g><title>${printFigures(context, day)}</title><rect class="usage-day" x="${x}" y="0" width="${DAY_WIDTH}" height="${HEIGHT}"/>${bar('usage-calls', HEIGHT - calls, calls)}${bar('usage-refusals', HEIGHT - calls - refusals, refusals)}</g>
`;
}

function printFigures({ t, language }: UserPageContext, day: KeyDay): string {
  const format = numberFormat(language);
  const calls = `${t('key.calls')} ${format.format(day.calls)}`;
  const refusals = `${t('key.refusals')} ${format.format(day.refusals)}`;
  return `${printDay(day, language)} · ${calls} · ${refusals}`;
}

function scale(count: number, max: number): number {
  return count === 0 ? 0 : Math.max((count / max) * HEIGHT, MIN_HEIGHT);
}

function round(size: number): number {
  return Math.round(size * 10) / 10;
}

/** Renders the same figures as an accessible table. Days without calls are omitted. */
export function renderUsageTable({ t, language }: UserPageContext, days: readonly KeyDay[]): Html {
  const format = numberFormat(language);
  const used = days.filter(({ calls, refusals }) => calls > 0 || refusals > 0).reverse();
  return html`<details class="usage-details">
<summary>${t('key.asTable')}</summary>
<table class="usage-table" aria-labelledby="usage-title">
<thead><tr><th scope="col">${t('key.day')}</th><th scope="col">${t('key.calls')}</th><th scope="col">${t('key.refusals')}</th></tr></thead>
<tbody>
${used.map((day) => html`<tr><th scope="row">${printDay(day, language)}</th><td>${format.format(day.calls)}</td><td>${format.format(day.refusals)}</td></tr>`)}
</tbody>
</table>
</details>`;
}

function printDay({ date }: KeyDay, language: UserPageContext['language']): string {
  return printDate(new Date(date), language);
}
