import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';

export interface Panel {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** Said before the title in the window's name: a form that came back, above all. */
  readonly prefix?: string;
  /** Stands above the title. */
  readonly mark?: Html;
}

/** A page that asks or tells one thing; the script shows the same markup in a dialog over the list. */
export function renderPanel({ title, body, status = 200, prefix = '', mark }: Panel): PageAnswer {
  return {
    kind: 'page',
    status,
    title: prefix + title,
    body: html`<section class="card panel" data-panel aria-labelledby="panel-title">
${mark && html`<span class="panel-mark">${mark}</span>`}
<h1 id="panel-title">${title}</h1>
${body}
</section>`,
  };
}
