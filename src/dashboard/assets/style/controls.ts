/** Buttons and the fields of forms. */
export const CONTROLS = `.button {
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
legend { text-wrap: balance; }
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
`;
