import { type Html, html } from '../html.js';
import type { Language, Translate } from '../messages.js';
import { dateFormat, distanceFormat, momentFormat } from './formats.js';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A day in UTC; the script replaces it by the day in the user's time zone. */
export function renderDate(date: Date, language: Language): Html {
  return html`<time datetime="${date.toISOString()}" title="${printMoment(date, language)}" data-local="date">${printDate(date, language)}</time>`;
}

/** A time in UTC; the script replaces it by the time in the user's time zone. */
export function renderMoment(date: Date, language: Language): Html {
  return html`<time datetime="${date.toISOString()}" data-local="moment">${printMoment(date, language)}</time>`;
}

/** Renders a relative time within the last 30 days, otherwise the date. */
export function renderAgo(date: Date, moment: { now: number; language: Language; t: Translate }): Html {
  const text = printAgo(date, moment);
  return html`<time datetime="${date.toISOString()}" title="${printMoment(date, moment.language)}" data-local="title">${text}</time>`;
}

export function printAgo(
  date: Date,
  { now, language, t }: { now: number; language: Language; t: Translate },
): string {
  const agoMs = now - date.getTime();
  if (agoMs < MINUTE_MS) return t('keys.justNow');
  if (agoMs > 30 * DAY_MS) return printDate(date, language);
  return printDistance(-agoMs, language);
}

/** “in 5 days”, “3 hours ago”: whole units, rounded towards now. */
export function printDistance(distanceMs: number, language: Language): string {
  const format = distanceFormat(language);
  const sizeMs = Math.abs(distanceMs);
  if (sizeMs < MINUTE_MS) return format.format(Math.trunc(distanceMs / 1000), 'second');
  if (sizeMs < HOUR_MS) return format.format(Math.trunc(distanceMs / MINUTE_MS), 'minute');
  if (sizeMs < DAY_MS) return format.format(Math.trunc(distanceMs / HOUR_MS), 'hour');
  return format.format(Math.trunc(distanceMs / DAY_MS), 'day');
}

export function printDate(date: Date, language: Language): string {
  return dateFormat(language).format(date);
}

export function printMoment(date: Date, language: Language): string {
  return `${momentFormat(language).format(date)} UTC`;
}
