import { type Html, html } from '../html.js';
import { ICONS } from './icons.js';

export type NoticeTone = 'ok' | 'warning' | 'danger';

const MARKS: Readonly<Record<NoticeTone, Html>> = {
  ok: ICONS.done,
  warning: ICONS.warning,
  danger: ICONS.error,
};

/**
 * What has just happened. It takes the focus, so that a screen reader begins with it on a page that has just been
 * loaded, where live regions stay silent; the script reads it aloud when it brings only a part of a page.
 */
export function renderNotice(tone: NoticeTone, text: string): Html {
  return html`<p class="notice ${tone}" data-notice tabindex="-1" autofocus>${MARKS[tone]}<span>${text}</span></p>`;
}
