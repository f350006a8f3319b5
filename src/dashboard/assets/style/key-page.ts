/** The pages of a key, of the activity and of the account. */
export const KEY_PAGE = `.back { margin-bottom: 0.375rem; font-size: 0.875rem; }
.back a { color: var(--muted); }
.facts { display: grid; gap: 0.875rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(13.5rem, 100%), 1fr)); font-size: 0.875rem; }
.facts dt { color: var(--muted); font-size: 0.75rem; font-weight: 550; }
.facts dd { overflow-wrap: anywhere; }
.plain { list-style: none; }
.card > h2 + * { margin-top: 0.75rem; }
figure { margin: 0; }
.usage > * + * { margin-top: 0.75rem; }
.usage-legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; list-style: none; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.usage-swatch { display: inline-block; width: 0.75rem; height: 0.75rem; margin-right: 0.5rem; border-radius: 0.1875rem; }
.usage-swatch.usage-calls { background: var(--accent); }
.usage-swatch.usage-refusals { background: var(--danger); }
.usage-chart svg { display: block; width: 100%; height: 10rem; margin-top: 0.375rem; border-bottom: 1px solid var(--edge); }
.usage-chart rect.usage-calls { fill: var(--accent); }
.usage-chart rect.usage-refusals { fill: var(--danger); }
.usage-day { fill: transparent; }
.usage-chart g:hover .usage-day { fill: var(--hover); }
.usage-axis { display: flex; justify-content: space-between; gap: 1rem; margin-top: 0.25rem; }
.usage-details { font-size: 0.875rem; }
.usage-table { width: min(100%, 24rem); margin-top: 0.75rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.usage-table :is(th, td) { padding: 0.3125rem 0 0.3125rem 0.75rem; font-weight: 400; text-align: left; white-space: nowrap; }
.usage-table th:first-child { padding-left: 0; }
.usage-table :is(td, thead th + th) { text-align: right; }
.usage-table thead th { color: var(--muted); font-size: 0.75rem; font-weight: 550; }
.audit-lines { list-style: none; font-size: 0.875rem; }
.audit-lines li { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.125rem 1.5rem; padding-block: 0.5rem; }
.audit-lines li:first-child { padding-top: 0; }
.audit-lines li:last-child { padding-bottom: 0; }
.audit-lines li + li, .sessions li + li { border-top: 1px solid var(--line); }
.audit-lines li > *, .sessions p { min-width: 0; overflow-wrap: anywhere; }
.audit-event { font-weight: 500; }
.sessions { list-style: none; margin-block: 0.75rem 1.25rem; }
.sessions li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 0.75rem; }
.sessions .button { flex: none; }
.sessions .hint > span { display: inline-block; }
.session-name { font-weight: 550; font-size: 0.9375rem; }
.card form > .hint + .button { margin-top: 0.625rem; }
@media (max-width: 46rem) {
  .page-head .actions { display: grid; grid-template-columns: 1fr 1fr; }
  .page-head .actions > * { display: grid; align-self: auto; }
  .page-head .actions > :last-child:nth-child(odd) { grid-column: 1 / -1; }
  .sessions li { flex-direction: column; align-items: flex-start; gap: 0.625rem; }
}
@media (forced-colors: active) {
  .usage-chart rect.usage-calls { fill: CanvasText; }
  .usage-chart rect.usage-refusals { fill: Highlight; }
  .usage-swatch { forced-color-adjust: none; }
  .usage-swatch.usage-calls { background: CanvasText; }
  .usage-swatch.usage-refusals { background: Highlight; }
}
`;
