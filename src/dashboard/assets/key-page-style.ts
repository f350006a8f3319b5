/** Of the pages of a key and of the account. */
export const KEY_PAGE_STYLE = `
.card > h2 + * { margin-top: 0.75rem; }
a.account-user { text-decoration: none; border-radius: 0.25rem; }
a.account-user:hover { text-decoration: underline; }
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
.usage-details summary { width: fit-content; border-radius: 0.25rem; color: var(--muted); cursor: pointer; }
.usage-details summary:hover { color: var(--text); }
table.usage-table { display: table; width: auto; min-width: min(100%, 24rem); margin-top: 0.75rem; font-variant-numeric: tabular-nums; }
.usage-table thead { display: table-header-group; position: static; width: auto; height: auto; clip-path: none; }
.usage-table tbody { display: table-row-group; }
.usage-table tr, .usage-table tbody tr + tr { display: table-row; margin: 0; padding: 0; border: 0; border-radius: 0; background: none; box-shadow: none; }
.usage-table tr > th, .usage-table tr > td { display: table-cell; height: auto; min-width: 0; padding: 0.3125rem 1.25rem 0.3125rem 0 !important; background: none !important; font-size: 0.875rem; font-weight: 400; white-space: nowrap; }
.usage-table tr > td, .usage-table thead tr > th + th { text-align: right; }
.audit-lines { list-style: none; font-size: 0.875rem; }
.audit-lines li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.125rem 1.5rem; padding-block: 0.5rem; }
.audit-lines li + li, .sessions li + li { border-top: 1px solid var(--line); }
.audit-lines li > *, .sessions p { min-width: 0; overflow-wrap: anywhere; }
.audit-event { font-weight: 500; }
.sessions { list-style: none; margin-block: 0.75rem 1.25rem; }
.sessions li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 0.75rem; }
.sessions .button { flex: none; }
.session-name { font-weight: 550; font-size: 0.9375rem; }
.card form > .hint + .button { margin-top: 0.625rem; }
@media (forced-colors: active) {
  .usage-chart rect.usage-calls { fill: CanvasText; }
  .usage-chart rect.usage-refusals { fill: Highlight; }
  .usage-swatch { forced-color-adjust: none; }
  .usage-swatch.usage-calls { background: CanvasText; }
  .usage-swatch.usage-refusals { background: Highlight; }
}
`;
