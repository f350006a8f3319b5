/** The list of keys, shown as cards on small screens, and the controls to search and select keys. */
export const KEY_LIST = `.list-head { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; margin-bottom: 0.625rem; }
.count { font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.filters { display: flex; flex-wrap: wrap; gap: 0.375rem; margin-bottom: 0.75rem; }
.filter { padding: 0.25rem 0.625rem; border: 1px solid var(--rim); border-radius: 1rem; background: var(--surface); font-size: 0.8125rem; text-decoration: none; }
.filter:hover { background: var(--hover); }
.filter[aria-current] { border-color: var(--accent); background: var(--accent-ground); color: var(--accent); font-weight: 550; }
.filter[aria-current] .count { color: inherit; }
.search { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 0.75rem; }
.search input { flex: 1 1 14rem; width: auto; }
.search select { flex: 0 1 12rem; width: auto; }
.selection-bar, .pager { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; }
.selection-bar { position: sticky; top: 0; z-index: 1; justify-content: space-between; padding-block: 0.5rem; background: var(--ground); }
.pager { justify-content: flex-end; margin-top: 0.75rem; }
/* Keeps the focused element from being hidden below the sticky bar. */
html:has(.selection-bar) { scroll-padding-block: 5rem; }
.selected-keys { max-height: 14rem; overflow: auto; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; list-style: none; overflow-wrap: anywhere; }
.selected-keys li + li { margin-top: 0.375rem; }
.selected-keys .hint { display: block; }
html:not([data-script]) .check:has([data-select-all]) { display: none; }
.table-card { overflow: hidden; }
.table-card table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
.table-card :is(th, td) { padding: 0.625rem 0.75rem; text-align: left; vertical-align: middle; }
.table-card th:first-child { padding-left: 1.25rem; }
.table-card td:last-child { padding-right: 1rem; }
.table-card thead th {
  padding-block: 0.5625rem; background: var(--sunken); border-bottom: 1px solid var(--line); color: var(--muted);
  font-size: 0.75rem; font-weight: 550; white-space: nowrap;
}
.table-card tbody tr + tr > * { border-top: 1px solid var(--line); }
.table-card tbody tr > * { height: 3.25rem; }
.table-card tbody tr:hover > * { background: var(--sunken); }
.table-card tbody th { min-width: 9rem; max-width: 18rem; font-weight: 550; }
.table-card tbody td { white-space: nowrap; }
.key-start code { color: var(--muted); }
.scopes { overflow-wrap: break-word; white-space: normal; }
time[title] { font-variant-numeric: tabular-nums; }
.cell { display: flex; align-items: center; gap: 0.25rem 0.5rem; }
.cell input { flex: none; width: 1rem; height: 1rem; margin: 0 0.25rem 0 0; }
.key-name { overflow-wrap: anywhere; text-decoration: none; }
.key-name:hover { text-decoration: underline; }
.table-card tr.is-new > * { background: var(--ok-ground); }
.table-card tr.is-expired > :not(.row-actions) { color: var(--muted); }
.table-card .row-actions { text-align: right; }
.row-buttons { display: inline-flex; justify-content: flex-end; gap: 0.125rem; margin-right: -0.25rem; }
/* For languages in which a row is wider than the page. */
:is(:lang(es), :lang(fr), :lang(nl), :lang(pt)) td .cell { flex-wrap: wrap; }
.badge {
  display: inline-block; padding: 0 0.4375rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--sunken); color: var(--text);
  font-size: 0.75rem; font-weight: 550; line-height: 1.25rem; white-space: nowrap;
}
.badge.ok { color: var(--ok); background: var(--ok-ground); border-color: var(--ok-line); }
.badge.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning-line); }
.badge.danger { color: var(--danger); background: var(--danger-ground); border-color: var(--danger-line); }

.empty { display: flex; flex-direction: column; align-items: center; padding: 3rem 1.5rem; text-align: center; }
.empty-mark, .panel-mark { display: grid; place-items: center; width: 3rem; height: 3rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--sunken); }
.empty-mark .icon, .panel-mark .icon { width: 1.375rem; height: 1.375rem; }
.empty h2 { margin-top: 1rem; font-size: 1.0625rem; }
.empty > .muted { margin-top: 0.25rem; }
.empty > .button { margin-top: 1.25rem; }
.steps { width: min(38rem, 100%); margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); text-align: left; list-style: none; counter-reset: step; }
.steps li { position: relative; padding-left: 2.25rem; counter-increment: step; font-size: 0.875rem; }
.steps li + li { margin-top: 0.75rem; }
.steps li::before {
  content: counter(step); position: absolute; left: 0; top: -0.0625rem; display: grid; place-items: center; width: 1.5rem; height: 1.5rem;
  border-radius: 50%; border: 1px solid var(--line); background: var(--sunken); color: var(--muted); font-size: 0.75rem; font-weight: 600;
}
.steps .command { margin-top: 0.625rem; }

@media (max-width: 68rem) {
  .table-card { overflow: visible; border: 0; background: none; box-shadow: none; }
  .table-card table, .table-card tbody, .table-card tr, .table-card tbody th, .table-card tbody td { display: block; }
  .table-card thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table-card tbody tr {
    display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.875rem 1rem; padding: 1rem; border: 1px solid var(--line);
    border-radius: 0.75rem; background: var(--surface); box-shadow: var(--shadow);
  }
  .table-card tbody tr + tr { margin-top: 0.75rem; }
  .table-card tbody tr > *, .table-card tbody tr + tr > *, .table-card tbody tr:hover > * { height: auto; min-width: 0; max-width: none; padding: 0 !important; border: 0; background: none; white-space: normal; }
  .table-card tbody tr.is-new { background: var(--ok-ground); border-color: var(--ok-line); }
  .table-card tbody :is(th, .key-start) { grid-column: 1 / -1; }
  .table-card tbody tr:has(.row-actions) > :is(th, .key-start) { grid-column: 1 / 4; }
  .table-card tbody th { font-size: 1rem; line-height: 1.4; }
  .table-card tbody .key-start { margin-top: -0.75rem; }
  .table-card td[data-label]::before { content: attr(data-label); display: block; color: var(--muted); font-size: 0.75rem; font-weight: 500; }
  .table-card td .cell { flex-wrap: wrap; }
  .table-card tbody .row-actions { grid-area: 1 / 4 / span 2; justify-self: end; }
  .row-buttons { gap: 0.5rem; margin: 0; }
  .row-buttons .button { border-color: var(--rim); background: var(--surface); color: var(--text); }
}
@media (max-width: 46rem) {
  .table-card tbody tr { grid-template-columns: 1fr 1fr; }
  .table-card tbody .badge { white-space: normal; }
  .table-card tbody tr:has(.row-actions) > :is(th, .key-start, .row-actions) { grid-column: 1 / -1; }
  .table-card tbody .row-actions { grid-row: auto; justify-self: stretch; }
  .row-buttons { display: flex; }
  .row-buttons .button { flex: 1; min-height: 2.5rem; }
  .empty { padding: 2.25rem 1rem; }
}
`;
