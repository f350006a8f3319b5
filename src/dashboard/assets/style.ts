import { KEY_PAGE_STYLE } from './key-page-style.js';

/**
 * The style sheet. Colours keep a contrast of 4.5:1 for text and 3:1 for controls in both schemes (WCAG 2.2, 1.4.3 and
 * 1.4.11). Sizes are in rem, so that they grow with the reader's font size.
 */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #fafafb;
  --surface: #ffffff;
  --sunken: #f6f6f8;
  --text: #18181b;
  --muted: #5b5b66;
  --line: #e7e7eb;
  --rim: #d5d5dc;
  --edge: #878792;
  --strong: #18181b;
  --strong-hover: #3a3a42;
  --on-strong: #ffffff;
  --hover: #f1f1f4;
  --accent: #4f46e5;
  --accent-ground: #f3f2ff;
  --ok: #0a6b43;
  --ok-ground: #effaf4;
  --ok-line: #bfe6d0;
  --warning: #7a4a05;
  --warning-ground: #fff8e8;
  --warning-line: #f0dcae;
  --danger: #b42318;
  --danger-ground: #fef3f2;
  --danger-line: #f5cbc6;
  --destructive: #c8281d;
  --destructive-hover: #a31f16;
  --shadow: 0 1px 2px rgb(24 24 27 / 5%);
  --shadow-high: 0 1px 3px rgb(24 24 27 / 10%), 0 24px 48px -8px rgb(24 24 27 / 28%);
  --backdrop: rgb(24 24 27 / 45%);
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c0c0e;
    --surface: #151518;
    --sunken: #1b1b1f;
    --text: #f0f0f3;
    --muted: #a3a3af;
    --line: #27272c;
    --rim: #3a3a42;
    --edge: #73737f;
    --strong: #f0f0f3;
    --strong-hover: #cfcfd7;
    --on-strong: #151518;
    --hover: #222227;
    --accent: #a5a0ff;
    --accent-ground: #1e1c33;
    --ok: #6fdca4;
    --ok-ground: #10241a;
    --ok-line: #1f4a35;
    --warning: #f0c768;
    --warning-ground: #272010;
    --warning-line: #4d3d1a;
    --danger: #ff9b92;
    --danger-ground: #2b1514;
    --danger-line: #5c2a26;
    --destructive: #cc3a30;
    --destructive-hover: #b23128;
    --shadow: none;
    --shadow-high: 0 0 0 1px rgb(255 255 255 / 4%), 0 24px 48px -8px rgb(0 0 0 / 70%);
    --backdrop: rgb(0 0 0 / 60%);
  }
}

*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--text); font: 400 0.9375rem/1.5 var(--sans);
  -webkit-font-smoothing: antialiased; -webkit-text-size-adjust: 100%; overflow-wrap: break-word;
}
h1, h2, p, fieldset, legend, pre, table, ol, ul, dl, dd { margin: 0; padding: 0; border: 0; min-width: 0; }
h1, h2 { text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.018em; }
h2 { font-size: 1rem; line-height: 1.5; font-weight: 600; letter-spacing: -0.006em; }
p { text-wrap: pretty; }
a { color: inherit; }
code, pre, .secret { font-family: var(--mono); font-size: 0.8125rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus, [data-notice]:focus, h2:focus { outline: none; }
.icon { flex: none; width: 1rem; height: 1rem; }
.muted, .hint, .intro, .count { color: var(--muted); }
.hint { font-size: 0.8125rem; line-height: 1.45; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

.skip {
  position: absolute; left: 1rem; top: -5rem; z-index: 2; padding: 0.5rem 0.875rem; border-radius: 0.5rem;
  background: var(--strong); color: var(--on-strong); font-weight: 550;
}
.skip:focus { top: 0.5rem; }
.bar { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar { position: relative; }
html[data-busy] { cursor: progress; }
html[data-busy] .bar::after, html[data-busy] dialog[open]::after {
  content: ""; position: absolute; inset: auto 0 -1px; height: 3px;
  background: linear-gradient(90deg, transparent, var(--accent), transparent) 0 0 / 40% 100% no-repeat var(--line);
}
html[data-busy] dialog[open]::after { position: sticky; display: block; inset: auto 0 0; }
.bar-inner, main { max-width: 70rem; margin: 0 auto; padding-inline: 2rem; }
.bar-inner { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 3.5rem; }
.site { display: inline-flex; align-items: center; gap: 0.625rem; min-width: 0; min-height: 2rem; font-weight: 600; text-decoration: none; border-radius: 0.375rem; }
.site-mark { display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 0.5rem; background: var(--strong); color: var(--on-strong); }
.site-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.nav { display: flex; gap: 0.25rem; margin-right: auto; padding-left: 1rem; }
.nav a { padding: 0.375rem 0.625rem; border-radius: 0.375rem; color: var(--muted); font-size: 0.875rem; text-decoration: none; white-space: nowrap; }
.nav a:hover { background: var(--hover); color: var(--text); }
.nav a[aria-current] { color: var(--text); font-weight: 600; }
.account { display: flex; align-items: center; gap: 0.5rem; min-width: 0; }
.avatar {
  display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%;
  background: var(--sunken); border: 1px solid var(--line); color: var(--muted); font-size: 0.75rem; font-weight: 600;
}
.account-user { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 16rem; font-size: 0.875rem; }
.account .button { margin: 0 -0.875rem 0 0.25rem; }
main { padding-block: 2.5rem 5rem; }
main > * + * { margin-top: 2rem; }
main > .notice + * { margin-top: 1.5rem; }
.page-head { display: flex; align-items: flex-start; justify-content: space-between; gap: 1.5rem 2rem; }
.page-head .button { flex: none; }
.intro { max-width: 46rem; margin-top: 0.375rem; }
.card, .table-card { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; box-shadow: var(--shadow); }
.card { padding: 1.5rem; }

.notice {
  display: flex; gap: 0.625rem; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.625rem;
  font-size: 0.875rem; line-height: 1.45;
}
.notice .icon { margin-top: 0.125rem; }
.notice.ok { color: var(--ok); background: var(--ok-ground); border-color: var(--ok-line); }
.notice.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning-line); }
.notice.danger { color: var(--danger); background: var(--danger-ground); border-color: var(--danger-line); }
.command {
  padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken);
  line-height: 1.6; white-space: pre-wrap; overflow-wrap: anywhere;
}

@media (max-width: 46rem) {
  .bar-inner, main { padding-inline: 1rem; }
  main { padding-block: 1.5rem 3rem; }
  .account-user { max-width: 6.5rem; }
  .bar-inner { flex-wrap: wrap; row-gap: 0; padding-block: 0.5rem; }
  .nav { order: 1; width: 100%; margin: 0 -0.625rem; padding: 0; overflow-x: auto; }
  .account .button { margin-left: 0; }
  .page-head .button { align-self: flex-start; }
  .page-head { flex-direction: column; align-items: stretch; }
  main > * + * { margin-top: 1.5rem; }
  .card { padding: 1.25rem 1rem; }
}

.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.4375rem; min-height: 2.25rem; padding: 0.375rem 0.875rem;
  border: 1px solid var(--rim); border-radius: 0.5rem; background: var(--surface); color: var(--text); box-shadow: var(--shadow);
  font: 550 0.875rem/1.25 var(--sans); text-decoration: none; white-space: nowrap; cursor: pointer;
  transition: background-color 120ms, border-color 120ms, color 120ms;
}
.button:hover { background: var(--hover); }
.button.primary { background: var(--strong); border-color: var(--strong); color: var(--on-strong); }
.button.primary:hover { background: var(--strong-hover); border-color: var(--strong-hover); }
.button.destructive { background: var(--destructive); border-color: var(--destructive); color: #fff; }
.button.destructive:hover { background: var(--destructive-hover); border-color: var(--destructive-hover); }
.button.quiet { border-color: transparent; background: transparent; box-shadow: none; color: var(--muted); }
.button.quiet:hover { background: var(--hover); color: var(--text); }
.button.small { min-height: 1.875rem; padding: 0.25rem 0.5625rem; font-size: 0.8125rem; font-weight: 500; border-radius: 0.4375rem; }
.button.quiet.delete:hover { color: var(--danger); background: var(--danger-ground); }
.button.wide { width: 100%; white-space: normal; }
.button.wide + .button.wide { margin-top: 0.625rem; }
.button[aria-disabled="true"] { opacity: 0.55; cursor: progress; }
.actions { display: flex; justify-content: flex-end; flex-wrap: wrap; gap: 0.625rem; }
.actions.start { justify-content: flex-start; }

label, legend { display: block; font-size: 0.875rem; font-weight: 550; line-height: 1.4; }
.field > label, .field > legend { margin-bottom: 0.375rem; }
.field > .hint { margin-top: 0.375rem; }
input:not([type]), input[type="date"], input[type="search"], select, textarea {
  display: block; width: 100%; min-height: 2.375rem; padding: 0.4375rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.5rem;
  background-color: var(--surface); color: var(--text); font: 400 0.9375rem/1.4 var(--sans);
}
input:not([type]):focus-visible, input[type="date"]:focus-visible, input[type="search"]:focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: -1px; border-color: var(--accent); }
input[aria-invalid="true"] { border-color: var(--danger); outline-color: var(--danger); }
.field-error { margin-top: 0.375rem; color: var(--danger); font-size: 0.8125rem; font-weight: 550; }
input[type="radio"], input[type="checkbox"] { accent-color: var(--accent); }

.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 0.625rem; }
.card-choice {
  display: grid; grid-template-columns: auto 1fr; gap: 0.125rem 0.625rem; padding: 0.6875rem 0.75rem; border: 1px solid var(--edge);
  border-radius: 0.5rem; align-content: start; cursor: pointer; transition: background-color 120ms, border-color 120ms;
}
.card-choice input { width: 1rem; height: 1rem; margin: 0.125rem 0 0; }
.card-text { grid-column: 2; color: var(--muted); font-size: 0.8125rem; font-weight: 400; line-height: 1.4; }
.card-choice:hover { background: var(--hover); }
.card-choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-ground); }
.card-choice:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.card-choice :focus-visible { outline: none; }
@media (min-width: 46.01rem) { .card-choice:last-child:nth-child(odd) { grid-column: 1 / -1; } }
@supports not selector(:has(*)) { .card-choice :focus-visible { outline: 2px solid var(--accent); } }


.scope-choice { display: grid; max-height: 15rem; margin-top: 0.625rem; padding: 0.5rem 0.75rem; overflow: auto; border: 1px solid var(--edge); border-radius: 0.5rem; }
.scope-choice legend { float: left; width: 100%; padding-block: 0.25rem; color: var(--muted); font-size: 0.8125rem; }
.check { display: flex; align-items: flex-start; gap: 0.625rem; min-height: 2rem; padding-block: 0.3125rem; font-weight: 400; cursor: pointer; overflow-wrap: anywhere; }
.check input { flex: none; width: 1rem; height: 1rem; margin: 0.1875rem 0 0; }
.last-day { margin-top: 0.625rem; }
.last-day label { margin-bottom: 0.375rem; }
@supports selector(:has(*)) {
  .scope-choice, .last-day { display: none; }
  .field:has([value="chosen"]:checked) > .scope-choice { display: grid; }
  .field:has([value="date"]:checked) > .last-day { display: block; }
}

.segments { display: grid; grid-auto-columns: 1fr; grid-auto-flow: column; border: 1px solid var(--edge); border-radius: 0.5rem; padding: 0.125rem; }
.segments label { position: relative; }
.segments input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.segments span {
  display: grid; place-items: center; min-height: 2rem; padding: 0 0.5rem; border-radius: 0.3125rem; color: var(--muted);
  font-weight: 500; white-space: nowrap; transition: background-color 120ms, color 120ms;
}
.segments input:checked + span { background: var(--accent-ground); color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
.segments input:not(:checked):hover + span { background: var(--hover); color: var(--text); }
.segments input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.segment-text { margin-top: 0.375rem; color: var(--muted); font-size: 0.8125rem; line-height: 1.45; }
@supports selector(:has(*)) {
  .segment-text { display: none; }
  ${[1, 2, 3, 4, 5].map((place) => `.field:has(label:nth-child(${place}) :checked) > .segment-text:nth-of-type(${place})`).join(', ')} { display: block; }
}
.segment-text.warning { color: var(--warning); font-weight: 500; }

@media (max-width: 46rem) {
  .button { min-height: 2.5rem; }
  input:not([type]), input[type="date"], input[type="search"], select, textarea { min-height: 2.75rem; font-size: 1rem; }
  .cards { grid-template-columns: 1fr; }
  .segments { grid-auto-flow: row; grid-template-columns: 1fr 1fr; }
  .segments span { min-height: 2.375rem; }
  .segments label:last-child:nth-child(odd) { grid-column: 1 / -1; }
  .actions .button { flex: 1; }
}

.panel { max-width: 33rem; margin: 1.5rem auto 0; padding: 1.75rem 2rem 2rem; }
.panel > * + * { margin-top: 1rem; }
.panel h1 { font-size: 1.25rem; line-height: 1.35; letter-spacing: -0.012em; }
.panel > h1 + p:not(.notice) { margin-top: 0.5rem; }
.panel .hint + .hint { margin-top: 0.5rem; }
.panel .actions { margin-top: 1.5rem; }
.form { display: grid; gap: 1.25rem; }
.panel > .form { margin-top: 1.25rem; }
.form .actions { margin-top: 0.25rem; }
.fact {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--sunken); font-size: 0.875rem;
}
.fact.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning-line); }

dialog {
  width: min(33rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); margin: auto; padding: 0; overflow: auto; overscroll-behavior: contain;
  border: 1px solid var(--line); border-radius: 0.875rem; background: var(--surface); color: var(--text); box-shadow: var(--shadow-high);
}
dialog:focus { outline: none; }
dialog::backdrop { background: var(--backdrop); }
dialog .panel { margin: 0; border: 0; border-radius: 0; background: none; box-shadow: none; padding: 1.5rem; }

.reveal { display: grid; gap: 1.25rem; border-color: var(--ok-line); box-shadow: 0 0 0 3px var(--ok-ground), var(--shadow); }
.reveal-head { display: flex; gap: 0.875rem; }
.reveal-mark { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: 50%; background: var(--ok-ground); color: var(--ok); }
.reveal-mark .icon { width: 1.25rem; height: 1.25rem; }
.reveal h2 { font-size: 1.0625rem; }
.reveal .hint { margin-top: 0.25rem; }
.copy-field { display: flex; gap: 0.5rem; align-items: flex-start; }
.copy-field .secret {
  flex: 1; min-width: 0; border-color: var(--rim); background: var(--sunken); font: 400 0.875rem/1.5 var(--mono);
  resize: none; overflow-wrap: anywhere; field-sizing: content;
}
.copy-field .button { min-width: 11rem; min-height: 2.375rem; }
.samples { display: grid; gap: 0.25rem; }
.sample summary { width: fit-content; padding-block: 0.25rem; border-radius: 0.25rem; font-size: 0.875rem; font-weight: 550; cursor: pointer; }
.sample .field { margin-top: 0.375rem; }
/* Without the script an action would lose the key, so that the page offers none. */
html:not([data-script]) body:has([data-reveal]) :is(.skip, .bar a, .bar form, .page-head .button, main > section:not([data-reveal])) { display: none; }
.icon-copied, .copied-label, .is-copied .icon-copy, .is-copied .copy-label { display: none; }
.is-copied .icon-copied, .is-copied .copied-label { display: block; }
html:not([data-script]) [data-copy] { display: none; }
.reveal-foot { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.reveal-foot .hint { margin: 0; }
.copy-status { color: var(--danger); font-size: 0.8125rem; font-weight: 550; }

@media (max-width: 46rem) {
  .panel { margin-top: 0; padding: 1.25rem 1rem; }
  dialog .panel { padding: 1.25rem; }
  .copy-field { flex-direction: column; align-items: stretch; }
  .reveal-foot { flex-direction: column; align-items: stretch; }
}

.panel details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.875rem; }
.panel summary { width: fit-content; border-radius: 0.25rem; color: var(--muted); cursor: pointer; }
.panel summary:hover { color: var(--text); }
.panel details > * + * { margin-top: 0.75rem; }
.panel details .hint + .hint { margin-top: 0.375rem; }
.command-field { display: grid; gap: 0.5rem; justify-items: start; }
.command-field .command { width: 100%; }
.other-way { text-align: center; font-size: 0.875rem; }
.other-way a { color: var(--muted); }
.other-way a:hover { color: var(--text); }

.back { margin-bottom: 0.375rem; font-size: 0.875rem; }
.back a { color: var(--muted); }
.facts { display: grid; gap: 0.875rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); font-size: 0.875rem; }
.facts dt { color: var(--muted); font-size: 0.75rem; font-weight: 550; }
.facts dd { overflow-wrap: anywhere; }
.plain { list-style: none; }

.list-head { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; margin-bottom: 0.625rem; }
.count { font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.filters { display: flex; flex-wrap: wrap; gap: 0.375rem; margin-bottom: 0.75rem; }
.filter { padding: 0.25rem 0.625rem; border: 1px solid var(--rim); border-radius: 1rem; background: var(--surface); font-size: 0.8125rem; text-decoration: none; }
.filter:hover { background: var(--hover); }
.filter[aria-current] { border-color: var(--accent); background: var(--accent-ground); color: var(--accent); font-weight: 550; }
.filter[aria-current] .count { color: inherit; }
.search { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 0.75rem; }
.search input { flex: 1 1 14rem; width: auto; }
.search select { flex: 0 1 12rem; width: auto; }
.selection-bar, .pager { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem; margin-top: 0.75rem; }
.pager { justify-content: flex-end; }
.selected-keys { max-height: 14rem; overflow: auto; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; list-style: none; overflow-wrap: anywhere; }
.selected-keys li + li { margin-top: 0.25rem; }
html:not([data-script]) [data-select-all] { display: none; }
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
.cell input { flex: none; width: 1rem; height: 1rem; margin: 0 0.25rem 0 0; }
.key-name { overflow-wrap: anywhere; text-decoration: none; }
.key-name:hover { text-decoration: underline; }
tr.is-new > * { background: var(--ok-ground); }
tr.is-expired > :not(.row-actions) { color: var(--muted); }
.row-actions { text-align: right; }
.row-buttons { display: inline-flex; justify-content: flex-end; gap: 0.125rem; margin-right: -0.25rem; }
/* Languages in which a row is longer than the page is wide. */
:is(:lang(es), :lang(fr), :lang(nl), :lang(pt)) :is(td .cell, .row-buttons) { flex-wrap: wrap; }
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
  td .cell { flex-wrap: wrap; }
  tbody .row-actions { grid-area: 1 / 4 / span 2; justify-self: end; }
  .row-buttons { gap: 0.5rem; margin: 0; }
  .row-buttons .button { border-color: var(--rim); background: var(--surface); color: var(--text); }
}
@media (max-width: 46rem) {
  tbody tr { grid-template-columns: 1fr 1fr; }
  tbody .badge { white-space: normal; }
  tbody th, .key-start, tbody .row-actions { grid-column: 1 / -1; }
  tbody .row-actions { grid-row: auto; justify-self: stretch; }
  .row-buttons { display: flex; }
  .row-buttons .button { flex: 1; min-height: 2.5rem; }
  .empty { padding: 2.25rem 1rem; }
}

${KEY_PAGE_STYLE}
@media (prefers-reduced-motion: no-preference) {
  html[data-busy] .bar::after, html[data-busy] dialog[open]::after { animation: pass 1.2s linear infinite; }
  @keyframes pass { from { background-position: -60% 0; } to { background-position: 160% 0; } }
  dialog[open] { animation: rise 160ms cubic-bezier(0.2, 0.8, 0.3, 1); }
  dialog[open]::backdrop { animation: appear 160ms ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(0.5rem) scale(0.985); } }
  @keyframes appear { from { opacity: 0; } }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; animation: none !important; }
}
@media (forced-colors: active) {
  .button, .badge, .segments, .card-choice, .avatar, .site-mark { border: 1px solid ButtonBorder; }
  .button.primary { border-color: Highlight; }
  .segments input:checked + span, .card-choice:has(:checked) { outline: 2px solid Highlight; outline-offset: -2px; }
  .segments input:focus-visible + span { outline-width: 4px; }
}
`;
