import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';

export interface Panel {
  readonly title: string;
  /** The title as markup, if it differs from the plain title. */
  readonly heading?: Html;
  readonly body: Html;
  readonly status?: number;
  /** A prefix of the document title, such as "Error: ". */
  readonly prefix?: string;
  /** An icon above the title. */
  readonly mark?: Html;
}

/** Renders a page with one message or question, which the script can show in a dialog. */
export function renderPanel({ title, heading, body, status = 200, prefix = '', mark }: Panel): PageAnswer {
  return {
    kind: 'page',
    status,
    title: prefix + title,
    body: html`<section class="card panel" data-panel aria-labelledby="panel-title">
${mark && html`<span class="panel-mark">${mark}</span>`}
<h1 id="panel-title">${heading ?? title}</h1>
${body}
</section>`,
  };
}
