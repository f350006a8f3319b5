/** The panel with a new key. */
export const NEW_KEY = `.reveal { display: grid; gap: 1.25rem; border-color: var(--ok-line); box-shadow: 0 0 0 3px var(--ok-ground), var(--shadow); }
.reveal-head { display: flex; gap: 0.875rem; }
.reveal-mark { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: 50%; background: var(--ok-ground); color: var(--ok); }
.reveal-mark .icon { width: 1.25rem; height: 1.25rem; }
.reveal h2 { font-size: 1.0625rem; }
.reveal h2 + p, .reveal .hint { margin-top: 0.25rem; }
.copy-field { display: flex; gap: 0.5rem; align-items: flex-start; }
.copy-field .secret {
  flex: 1; min-width: 0; border-color: var(--rim); background: var(--sunken); font: 400 0.875rem/1.5 var(--mono);
  resize: none; overflow-wrap: anywhere; field-sizing: content;
}
.copy-field .button { min-width: 11rem; min-height: 2.375rem; }
.samples { display: grid; gap: 0.25rem; }
.sample summary { padding-block: 0.25rem; color: var(--text); font-size: 0.875rem; font-weight: 550; }
.sample .field { margin-block: 0.375rem 0.5rem; }
/* Without the script, an action would lose the key, so the page has none. */
html:not([data-script]) body:has([data-reveal]) :is(.skip, .bar, .page-head .button, main > section:not([data-reveal])) { display: none; }
.icon-copied, .copied-label, .is-copied .icon-copy, .is-copied .copy-label { display: none; }
.is-copied .icon-copied, .is-copied .copied-label { display: block; }
html:not([data-script]) [data-copy] { display: none; }
.reveal-foot { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.reveal-foot .hint { margin: 0; }
.copy-status:empty { position: absolute; }
.copy-status { color: var(--danger); font-size: 0.8125rem; font-weight: 550; }

@media (max-width: 46rem) {
  .copy-field, .reveal-foot { flex-direction: column; align-items: stretch; }
}
`;
