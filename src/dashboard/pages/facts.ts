import { type Html, html } from '../html.js';

export type Fact = readonly [term: string, description: Html | string];

/** Renders terms and their descriptions. */
export function renderFacts(facts: readonly Fact[]): Html {
  return html`<dl class="facts">
${facts.map(([term, description]) => html`<div><dt>${term}</dt><dd>${description}</dd></div>`)}
</dl>`;
}
