/** Makes the copy buttons copy and say so, and selects a secret as a whole when it gets the focus. */
export function copyFields(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function copy(field: HTMLTextAreaElement): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      // No permission, or plain http from elsewhere: the older way needs neither.
      field.select();
      return document.execCommand('copy');
    }
  }

  function report(button: HTMLElement, isCopied: boolean): void {
    const status = document.querySelector<HTMLElement>('[data-copied]');
    if (status) status.textContent = (isCopied ? status.dataset.copied : status.dataset.failed) ?? '';
    status?.classList.toggle('visually-hidden', isCopied);
    for (const other of document.querySelectorAll('.is-copied')) other.classList.remove('is-copied');
    button.classList.toggle('is-copied', isCopied);
    clearTimeout(timer);
    if (!isCopied) return;
    timer = setTimeout(() => {
      button.classList.remove('is-copied');
      if (status) status.textContent = '';
    }, 4000);
  }

  document.addEventListener('click', async (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    const field = document.getElementById(button?.dataset.copy ?? '');
    if (button && field) report(button, await copy(field as HTMLTextAreaElement));
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.readOnly) target.select();
  });
}
