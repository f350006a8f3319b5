import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';

export interface NarrowPage {
  readonly title: string;
  readonly status: number;
  readonly content: Html;
}

/** One card in the middle: for pages that say one thing. */
export function renderNarrowPage({ title, status, content }: NarrowPage): PageAnswer {
  return {
    kind: 'page',
    status,
    title,
    body: html`<section class="card narrow">
<h1>${title}</h1>
${content}
</section>`,
  };
}
