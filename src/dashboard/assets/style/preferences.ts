/** Preferences set in the operating system: reduced motion, forced colors. */
export const PREFERENCES = `@media (prefers-reduced-motion: no-preference) {
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
