/**
 * Ends the life of a secret on the page: its panel goes when the reader has saved it and when the page is left, so
 * that the way back does not show it; and a reload asks for the list, not for the answer to the form again.
 */
export function forgetSecret(): void {
  function removePanels(): void {
    for (const panel of document.querySelectorAll('[data-reveal]')) panel.remove();
  }

  // The page itself is the answer to a form when nothing else has brought the panel: its button leads to the list.
  const isAnswer = document.querySelector('[data-reveal]') !== null;
  if (isAnswer || location.search.includes('notice=')) history.replaceState(null, '', location.pathname);
  addEventListener('pagehide', removePanels);
  document.addEventListener('click', (event) => {
    if (isAnswer || !(event.target as Element).closest('[data-dismiss]')) return;
    event.preventDefault();
    removePanels();
    document.querySelector<HTMLElement>('#list-title')?.focus();
  });
}
