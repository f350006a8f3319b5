import { type Html, html } from '../html.js';

export interface PageHead {
  readonly heading: string | Html;
  /** A link above the heading. */
  readonly back?: Html;
  readonly intro?: string | Html | false;
  /** The actions of the page. */
  readonly actions?: Html | false;
}

export function renderPageHead({ heading, back, intro, actions }: PageHead): Html {
  return html`<div class="page-head">
<div>
${back && html`<p class="back">${back}</p>`}
<h1>${heading}</h1>
${intro && html`<p class="intro">${intro}</p>`}
</div>
${actions}
</div>`;
}
