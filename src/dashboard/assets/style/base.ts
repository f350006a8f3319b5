/** Elements as they stand without a class. Sizes are rem, so that they grow with the reader's own font size. */
export const BASE = `
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--text); font: 400 0.9375rem/1.5 var(--sans);
  -webkit-font-smoothing: antialiased; -webkit-text-size-adjust: 100%; overflow-wrap: break-word;
}
h1, h2, p, fieldset, legend, pre, table, ol { margin: 0; padding: 0; border: 0; min-width: 0; }
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
`;
