import { type Html, html } from '../html.js';

export type NoticeTone = 'ok' | 'warning' | 'danger';

/** One line about what has just happened. Bad news interrupts a screen reader, good news waits. */
export function renderNotice(tone: NoticeTone, text: string): Html {
  return html`<p class="notice ${tone}" role="${tone === 'ok' ? 'status' : 'alert'}">${text}</p>`;
}
