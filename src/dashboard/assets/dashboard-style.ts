/** The style sheet. Colours keep 4.5:1 for text and 3:1 for what is operated, in both schemes. */
export const dashboardStyle = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f8;
  --surface: #ffffff;
  --sunken: #f4f4f6;
  --text: #17171c;
  --muted: #5c5c68;
  --line: #e3e3e8;
  --edge: #85858f;
  --strong: #17171c;
  --on-strong: #ffffff;
  --strong-hover: #33333c;
  --hover: #efeff2;
  --accent: #4338ca;
  --ok: #0a6640;
  --ok-ground: #e8f7ef;
  --ok-line: #b4e2c9;
  --warning: #7c4a03;
  --warning-ground: #fff6e0;
  --warning-line: #f2d9a0;
  --danger: #b3261e;
  --danger-ground: #fdeceb;
  --danger-line: #f3c2be;
  --destructive: #c0271f;
  --destructive-hover: #9f1f18;
  --shadow: 0 1px 2px rgb(20 20 30 / 6%);
  --shadow-high: 0 20px 50px rgb(20 20 30 / 25%);
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e0e11;
    --surface: #17171b;
    --sunken: #0e0e11;
    --text: #f2f2f5;
    --muted: #a5a5b1;
    --line: #2b2b32;
    --edge: #73737f;
    --strong: #f2f2f5;
    --on-strong: #17171b;
    --strong-hover: #d5d5dc;
    --hover: #25252b;
    --accent: #a5a0ff;
    --ok: #6fdca4;
    --ok-ground: #0f2a1d;
    --ok-line: #1f5239;
    --warning: #f3c969;
    --warning-ground: #2c2210;
    --warning-line: #57431a;
    --danger: #ff9a92;
    --danger-ground: #331615;
    --danger-line: #6b2a26;
    --destructive: #c93a31;
    --destructive-hover: #b3322a;
    --shadow: none;
    --shadow-high: 0 20px 50px rgb(0 0 0 / 60%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 400 0.9375rem/1.5 var(--sans);
  -webkit-font-smoothing: antialiased;
  overflow-wrap: break-word;
}
h1, h2, h3, p, fieldset, legend, pre, table { margin: 0; padding: 0; border: 0; }
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; }
h2 { font-size: 1.0625rem; line-height: 1.4; font-weight: 600; }
h3 { font-size: 1rem; font-weight: 600; }
a { color: inherit; }
code, pre, .secret { font-family: var(--mono); font-size: 0.875em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.muted, .hint, .intro { color: var(--muted); }
.hint { font-size: 0.8125rem; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.skip {
  position: absolute; left: 1rem; top: -4rem; z-index: 2; padding: 0.5rem 0.875rem;
  border-radius: 0.5rem; background: var(--strong); color: var(--on-strong);
}
.skip:focus { top: 0.5rem; }

.bar { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar-inner, main { max-width: 68rem; margin: 0 auto; padding-inline: 1.5rem; }
.bar-inner { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 3.5rem; }
.site { display: inline-flex; align-items: center; gap: 0.5rem; font-weight: 650; text-decoration: none; border-radius: 0.25rem; }
.mark { color: var(--accent); flex: none; }
.account { display: flex; align-items: center; gap: 0.5rem; min-width: 0; }
.account-user { color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 16rem; }
main { padding-block: 2.5rem 4rem; }
main > * + * { margin-top: 1.5rem; }
main > h1 + .intro { margin-top: 0.375rem; }
.intro { max-width: 48rem; text-wrap: pretty; }
section > h2 { margin-bottom: 0.75rem; }

.card, .table-card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; box-shadow: var(--shadow);
}
.card { padding: 1.25rem 1.5rem 1.5rem; }
.narrow { max-width: 29rem; margin: 3rem auto 0; padding: 2rem; }
.narrow > * + * { margin-top: 1rem; }
.narrow .hint + .hint { margin-top: 0.5rem; }
.narrow h1 { font-size: 1.375rem; }
.status-code { color: var(--muted); font: 600 0.8125rem var(--mono); }
.status-code + h1 { margin-top: 0.25rem; }
.command { padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken); overflow-x: auto; }

.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.375rem; padding: 0.375rem 0.875rem;
  border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--surface); color: var(--text);
  font: 550 0.875rem/1.25 var(--sans); text-decoration: none; white-space: nowrap; cursor: pointer;
  transition: background-color 120ms, border-color 120ms;
}
.button:hover { background: var(--hover); }
.button.primary { background: var(--strong); border-color: var(--strong); color: var(--on-strong); }
.button.primary:hover { background: var(--strong-hover); border-color: var(--strong-hover); }
.button.destructive { background: var(--destructive); border-color: var(--destructive); color: #fff; }
.button.destructive:hover { background: var(--destructive-hover); border-color: var(--destructive-hover); }
.button.quiet { border-color: transparent; background: transparent; min-height: 2rem; padding: 0.25rem 0.625rem; }
.button.quiet:hover { background: var(--hover); }
.button.quiet.danger { color: var(--danger); font-weight: 500; }
.button.quiet.danger:hover { background: var(--danger-ground); }
.button.wide { width: 100%; }
.button[aria-disabled="true"] { opacity: 0.6; cursor: progress; }
.actions { display: flex; justify-content: flex-end; flex-wrap: wrap; gap: 0.625rem; }

.notice { padding: 0.6875rem 0.9375rem; border: 1px solid; border-radius: 0.5rem; font-size: 0.875rem; }
.notice.ok { color: var(--ok); background: var(--ok-ground); border-color: var(--ok-line); }
.notice.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning-line); }
.notice.danger { color: var(--danger); background: var(--danger-ground); border-color: var(--danger-line); }

label, legend { display: block; font-size: 0.8125rem; font-weight: 550; }
.field > label, .field > legend { margin-bottom: 0.375rem; }
input:not([type]), select, textarea {
  display: block; width: 100%; min-height: 2.375rem; padding: 0.375rem 0.6875rem; border: 1px solid var(--edge);
  border-radius: 0.5rem; background-color: var(--surface); color: var(--text); font: 400 0.9375rem/1.4 var(--sans);
}
input:not([type]):focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0; border-color: var(--accent); }
input[aria-invalid="true"], select[aria-invalid="true"] { border-color: var(--danger); }
.field-error { margin-top: 0.3125rem; color: var(--danger); font-size: 0.8125rem; font-weight: 500; }
.field > .hint { margin-top: 0.3125rem; }
.create { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem; }
.field { min-width: 0; }
.field.grow { flex: 1 1 16rem; }
.create > .button { margin-top: 1.59375rem; }
.segments { display: flex; border: 1px solid var(--edge); border-radius: 0.5rem; padding: 2px; gap: 2px; background: var(--surface); }
.segments label { position: relative; flex: 1; font-size: 0.875rem; font-weight: 500; }
.segments input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.segments span {
  display: flex; align-items: center; justify-content: center; min-height: 2rem; padding: 0 0.75rem;
  border-radius: 0.3125rem; white-space: nowrap; color: var(--muted);
}
.segments input:checked + span { background: var(--hover); color: var(--text); box-shadow: inset 0 0 0 1px var(--edge); }
.segments input:not(:checked):hover + span { background: var(--hover); color: var(--text); }
.segments input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 3px; }
.never-warning { flex-basis: 100%; display: none; }
.create:has(option[value="never"]:checked) .never-warning { display: block; }
@supports not selector(:has(*)) { .never-warning { display: block; } }

.reveal { border-color: var(--ok); }
.reveal h2 { margin-bottom: 0.125rem; font-size: 1.1875rem; }
.reveal label { margin: 1rem 0 0.375rem; }
.copy-row { display: flex; gap: 0.625rem; align-items: flex-start; }
.copy-row > :first-child { flex: 1; min-width: 0; }
.copy-row > .button { min-width: 9.5rem; }
.copy-row .secret {
  background: var(--sunken); border-color: var(--line); font: 400 0.875rem/1.5 var(--mono);
  resize: none; overflow-wrap: anywhere; field-sizing: content;
}
.copy-status { min-height: 1.25rem; margin-top: 0.5rem; color: var(--ok); font-size: 0.8125rem; font-weight: 550; }

.count { color: var(--muted); font-weight: 500; }
.table-card { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.75rem 0.75rem; text-align: left; vertical-align: middle; }
th:first-child, td:first-child { padding-left: 1.5rem; }
th:last-child, td:last-child { padding-right: 1rem; }
thead th { color: var(--muted); font-size: 0.8125rem; font-weight: 500; white-space: nowrap; border-bottom: 1px solid var(--line); padding-block: 0.625rem; }
tbody th { font-weight: 550; min-width: 9rem; max-width: 18rem; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody td { white-space: nowrap; }
td code { color: var(--muted); }
.cell { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }
.key-name { overflow-wrap: anywhere; }
.is-new > * { background: var(--ok-ground); }
.row-action { text-align: right; }
.badge {
  display: inline-block; padding: 0.0625rem 0.5rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--sunken); color: var(--text); font-size: 0.75rem; font-weight: 500; white-space: nowrap;
}
.badge code { color: inherit; }
.badge.ok { color: var(--ok); background: var(--ok-ground); border-color: var(--ok-line); }
.badge.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning-line); }
.badge.danger { color: var(--danger); background: var(--danger-ground); border-color: var(--danger-line); }
.empty { padding: 3rem 1.5rem; text-align: center; color: var(--muted); }
.empty h3 { color: var(--text); margin: 0.75rem 0 0.25rem; }
.empty p { max-width: 26rem; margin: 0 auto; }
.empty-mark { display: inline-flex; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--sunken); }

dialog {
  width: min(28rem, calc(100vw - 2rem)); margin: auto; padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.875rem;
  background: var(--surface); color: var(--text); box-shadow: var(--shadow-high);
}
dialog::backdrop { background: rgb(10 10 15 / 50%); }
dialog h2 { font-size: 1.1875rem; margin-bottom: 0.5rem; overflow-wrap: anywhere; }
dialog .hint { margin-top: 0.375rem; }
dialog .actions { margin-top: 1.5rem; }

@media (max-width: 46rem) {
  .bar-inner, main { padding-inline: 1rem; }
  main { padding-block: 1.5rem 3rem; }
  .card { padding: 1.125rem 1rem 1.25rem; }
  .narrow { margin-top: 1rem; padding: 1.5rem 1.25rem; }
  .account-user { max-width: 8rem; }
  .create { flex-direction: column; align-items: stretch; }
  .field.grow { flex: none; }
  .create > .button { margin-top: 0; }
  .create > .never-warning { order: 1; }
  .create > .button { order: 2; }
  .button, input:not([type]), select { min-height: 2.75rem; }
  input:not([type]), select, textarea { font-size: 1rem; }
  .segments span { min-height: 2.375rem; }
  .copy-row { flex-direction: column; align-items: stretch; }
  .copy-row > :first-child { flex: none; }
  .copy-row .secret { min-height: 4rem; font-size: 0.8125rem; }
  #new-key-command { min-height: 6.5rem; }
  .table-card { overflow: visible; }
  .table-card:not(.empty) { border: 0; background: none; box-shadow: none; border-radius: 0; }
  table, tbody, tr, tbody th, tbody td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); box-shadow: var(--shadow); }
  tbody tr + tr { margin-top: 0.75rem; }
  tbody tr > *, tbody tr + tr > * { border: 0; padding: 0.1875rem 0 !important; max-width: none; background: none; }
  tbody tr.is-new { background: var(--ok-ground); border-color: var(--ok-line); }
  tbody th { font-size: 1rem; padding-bottom: 0.375rem !important; }
  tbody td[data-label] { display: flex; justify-content: space-between; gap: 1rem; white-space: normal; text-align: right; }
  tbody td[data-label]::before { content: attr(data-label); color: var(--muted); text-align: left; }
  .cell { justify-content: flex-end; }
  .row-action { margin-top: 0.5rem; }
  .row-action .button { width: 100%; min-height: 2.5rem; border-color: var(--danger-line); }
  .actions .button { flex: 1; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise 140ms ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(0.375rem); } }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; animation: none !important; }
}
@media (forced-colors: active) {
  .segments input:checked + span { outline: 2px solid Highlight; outline-offset: -2px; }
}
`.trimStart();
