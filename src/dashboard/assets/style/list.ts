/** The keys: a table where there is room, else a card for each. */
export const LIST = `
.list-head { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; margin-bottom: 0.625rem; }
.count { font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.table-card { overflow: hidden; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.625rem 0.75rem; text-align: left; vertical-align: middle; }
th:first-child { padding-left: 1.25rem; }
td:last-child { padding-right: 1rem; }
thead th {
  padding-block: 0.5625rem; background: var(--sunken); border-bottom: 1px solid var(--line); color: var(--muted);
  font-size: 0.75rem; font-weight: 550; white-space: nowrap;
}
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody tr > * { height: 3.25rem; }
tbody tr:hover > * { background: var(--sunken); }
tbody th { min-width: 9rem; max-width: 18rem; font-weight: 550; }
tbody td { white-space: nowrap; }
.key-start code { color: var(--muted); }
.scopes { overflow-wrap: break-word; white-space: normal; }
time[title] { font-variant-numeric: tabular-nums; }
.cell { display: inline-flex; align-items: center; gap: 0.25rem 0.5rem; }
.key-name { overflow-wrap: anywhere; }
tr.is-new > * { background: var(--ok-ground); }
tr.is-expired > :not(.row-actions) { color: var(--muted); }
.row-actions { text-align: right; }
.row-buttons { display: inline-flex; gap: 0.125rem; margin-right: -0.25rem; }
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

@media (max-width: 66rem) {
  .table-card { overflow: visible; border: 0; background: none; box-shadow: none; }
  table, tbody, tr, tbody th, tbody td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr {
    display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.875rem 1rem; padding: 1rem; border: 1px solid var(--line);
    border-radius: 0.75rem; background: var(--surface); box-shadow: var(--shadow);
  }
  tbody tr + tr { margin-top: 0.75rem; }
  tbody tr > *, tbody tr + tr > *, tbody tr:hover > * { height: auto; min-width: 0; max-width: none; padding: 0 !important; border: 0; background: none; white-space: normal; }
  tbody tr.is-new { background: var(--ok-ground); border-color: var(--ok-line); }
  tbody th, .key-start { grid-column: 1 / 4; }
  tbody th { font-size: 1rem; line-height: 1.4; }
  tbody .key-start { margin-top: -0.75rem; }
  td[data-label]::before { content: attr(data-label); display: block; color: var(--muted); font-size: 0.75rem; font-weight: 500; }
  .cell { flex-wrap: wrap; }
  tbody .row-actions { grid-area: 1 / 4 / span 2; justify-self: end; }
  .row-buttons { gap: 0.5rem; margin: 0; }
  .row-buttons .button { border-color: var(--rim); background: var(--surface); color: var(--text); }
}
@media (max-width: 46rem) {
  tbody tr { grid-template-columns: 1fr 1fr; }
  tbody th, .key-start, tbody .row-actions { grid-column: 1 / -1; }
  tbody .row-actions { grid-row: auto; justify-self: stretch; }
  .row-buttons { display: flex; }
  .row-buttons .button { flex: 1; min-height: 2.5rem; }
  .empty { padding: 2.25rem 1rem; }
}
`;
