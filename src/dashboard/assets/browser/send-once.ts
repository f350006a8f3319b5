/** Lets the browser send a form once, however often its button is pressed, until the page is shown again. */
export function sendOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-disabled', 'true');
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) {
      delete form.dataset.sent;
      form.querySelector('[aria-disabled]')?.removeAttribute('aria-disabled');
    }
  });
}
