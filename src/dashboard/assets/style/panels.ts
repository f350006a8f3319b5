/** Pages with one message or question, and the dialog that shows them. */
export const PANELS = `.panel { max-width: 33rem; margin: 1.5rem auto 0; padding: 1.75rem 2rem 2rem; }
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

@media (max-width: 46rem) {
  .panel { margin-top: 0; padding: 1.25rem 1rem; }
  dialog .panel { padding: 1.25rem; }
}

.panel details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.875rem; }
.panel details > * + * { margin-top: 0.75rem; }
.panel details .hint + .hint { margin-top: 0.375rem; }
.command-field { display: grid; gap: 0.5rem; justify-items: start; }
.command-field .command { width: 100%; }
.other-way { text-align: center; font-size: 0.875rem; }
.other-way a { color: var(--muted); }
.other-way a:hover { color: var(--text); }
`;
