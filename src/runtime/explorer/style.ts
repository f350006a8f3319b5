import { COLORS } from '../../dashboard/assets/style/colors.js';
import { HEADER } from '../../dashboard/assets/style/header.js';

/** The dashboard's header above the library. */
export const EXPLORER_STYLE = [
  COLORS,
  HEADER,
  `body { margin: 0; background: var(--surface); color: var(--text); font-family: var(--sans); }
.bar { font-size: 0.9375rem; line-height: 1.5; }
.bar-inner { max-width: none; padding-inline: 1.25rem; }
.description, #explorer-notice a, noscript a { color: var(--accent); text-underline-offset: 0.2em; }
.description { font-size: 0.875rem; }
@media (min-width: 46.01rem) {
  :root { --scalar-custom-header-height: 3.5rem; }
  .bar { position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: 3.5rem; }
  .bar-inner { height: 100%; min-height: 0; }
}
.skip { z-index: 30; }
/* The policy of the page frames nothing: the library would show a broken frame in the place of a document. */
iframe, object { display: none !important; }
noscript p { margin: 2rem 1.25rem; }
#explorer:focus { outline: none; }
#explorer-notice:not(:empty) {
  position: fixed; right: 1rem; bottom: 1rem; z-index: 100000; box-sizing: border-box; max-width: min(28rem, calc(100vw - 2rem)); padding: 0.75rem 1rem;
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; font-size: 0.9375rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; box-shadow: 0 8px 24px rgb(0 0 0 / 25%);
}
#explorer-notice button { padding: 0.25rem 0.75rem; font: inherit; color: inherit; background: none; border: 1px solid currentcolor; border-radius: 0.375rem; }
`,
].join('\n');
