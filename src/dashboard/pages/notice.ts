import { type Html, html } from '../html.js';
import { ICONS } from './icons.js';

export type NoticeTone = 'ok' | 'warning' | 'danger';

const MARKS: Readonly<Record<NoticeTone, Html>> = {
  ok: ICONS.done,
  warning: ICONS.warning,
  danger: ICONS.error,
};

/**
 * Renders the outcome of an action. It gets the focus, so that screen readers announce it on a new page, where live
 * regions stay silent. When the script updates the page instead, the script announces the text.
 */
export function renderNotice(tone: NoticeTone, text: string): Html {
  return html`<p class="notice ${tone}" data-notice tabindex="-1" autofocus>${MARKS[tone]}<span>${text}</span></p>`;
}
