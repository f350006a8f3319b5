/** The common parts of all pages below the header: text, page heads, cards and notices. */
export const LAYOUT = `*, *::before, *::after { box-sizing: border-box; }
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
summary { width: fit-content; border-radius: 0.25rem; color: var(--muted); cursor: pointer; }
summary:hover { color: var(--text); }
code, pre, .secret { font-family: var(--mono); font-size: 0.8125rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus, [data-notice]:focus, h2:focus { outline: none; }
.icon { flex: none; width: 1rem; height: 1rem; }
.muted, .hint, .intro, .count { color: var(--muted); }
.hint { font-size: 0.8125rem; line-height: 1.45; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

html[data-busy] { cursor: progress; }
html[data-busy] .bar::after, html[data-busy] dialog[open]::after {
  content: ""; position: absolute; inset: auto 0 -1px; height: 3px;
  background: linear-gradient(90deg, transparent, var(--accent), transparent) 0 0 / 40% 100% no-repeat var(--line);
}
html[data-busy] dialog[open]::after { position: sticky; display: block; inset: auto 0 0; }
main { max-width: 70rem; margin: 0 auto; padding: 2.5rem 2rem 5rem; }
main > * + * { margin-top: 2rem; }
main > .notice + * { margin-top: 1.5rem; }
.page-head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 1.25rem 2rem; }
.page-head > :first-child { flex: 1 1 16rem; }
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
  main { padding: 1.5rem 1rem 3rem; }
  .page-head .button { align-self: flex-start; }
  .page-head { flex-direction: column; align-items: stretch; }
  .page-head > :first-child { flex: none; }
  main > * + * { margin-top: 1.5rem; }
  .card { padding: 1.25rem 1rem; }
}
`;
