/** Pages that ask or tell one thing, the dialog that shows them over the list, and the new key. */
export const PANELS = `
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
`;
