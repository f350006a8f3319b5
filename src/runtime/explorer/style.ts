/** What the page has around its library, and what of the library's parts leads to its maker. */
export const EXPLORER_STYLE = `:root {
  color-scheme: light dark; --bar: 3rem; --scalar-custom-header-height: 3rem; --ground: #fff; --text: #18181b; --line: #e7e7eb; --accent: #4338ca;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #151518; --text: #f0f0f3; --line: #27272c; --accent: #a5a0ff; }
}
body { margin: 0; background: var(--ground); color: var(--text); font-family: var(--sans); }
.explorer-bar {
  position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: var(--bar); padding: 0 1.25rem;
  display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  background: var(--ground); border-bottom: 1px solid var(--line); font-size: 0.9375rem;
}
.explorer-bar strong { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.explorer-bar span { display: flex; gap: 1.25rem; white-space: nowrap; }
.explorer-bar a, #explorer-notice a, noscript a { color: var(--accent); text-underline-offset: 0.2em; }
.explorer-skip { position: absolute; left: -100vw; }
.explorer-skip:focus { left: 0.5rem; top: 0.5rem; z-index: 30; padding: 0.5rem; background: var(--ground); color: var(--accent); }
noscript p { margin: 2rem 1.25rem; }
#explorer:focus { outline: none; }
#explorer-notice:not(:empty) {
  position: fixed; right: 1rem; bottom: 1rem; z-index: 100000; max-width: 28rem; padding: 0.75rem 1rem;
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem;
  background: var(--ground); border: 1px solid var(--line); border-radius: 0.5rem; box-shadow: 0 8px 24px rgb(0 0 0 / 25%);
}
#explorer-notice button { font: inherit; color: inherit; background: none; border: 1px solid currentcolor; border-radius: 0.375rem; }
`;
