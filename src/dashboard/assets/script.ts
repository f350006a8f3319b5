import { openDialogs } from './open-dialogs.js';

/**
 * The script for the browser. Each function is sent as its source text, so it may use nothing else of this module. The
 * functions communicate only through events of the document.
 */
export const SCRIPT = `'use strict';
document.documentElement.dataset.script = 'on';
${[protectSecret, localizeTimes, enableCopyButtons, openDialogs, blockResubmission, autoSubmit].map((part) => `(${part})();`).join('\n')}
`;

/** Handles the copy buttons, and selects the whole secret when its field gets the focus. */
function enableCopyButtons(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const textOf = (field: Element) =>
    field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '');

  async function copy(field: Element): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(textOf(field));
      return true;
    } catch {
      // The Clipboard API needs a permission and a secure context; `execCommand` needs neither.
      if (field instanceof HTMLTextAreaElement) field.select();
      else getSelection()?.selectAllChildren(field);
      return document.execCommand('copy');
    }
  }

  function report(button: HTMLElement, isCopied: boolean): void {
    const status = button
      .closest('[data-reveal], [data-copies]')
      ?.querySelector<HTMLElement>('[data-copied]');
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
    if (!button || !field) return;
    const isCopied = await copy(field);
    report(button, isCopied);
    if (isCopied) field.dispatchEvent(new Event('dashboard:copied', { bubbles: true }));
  });
  document.addEventListener('copy', ({ target }) => {
    if (
      target instanceof HTMLTextAreaElement &&
      target.selectionEnd - target.selectionStart === target.value.length
    )
      target.dispatchEvent(new Event('dashboard:copied', { bubbles: true }));
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.readOnly) target.select();
  });
}

/**
 * Asks for confirmation before the page is left while the secret of a new key was not copied. Removes a secret when the
 * user has saved it and when the page is left, so that "back" does not show it. Replaces the address, so that a reload
 * loads the list and does not submit the form again.
 */
function protectSecret(): void {
  const hasUncopiedSecret = () => document.querySelector('[data-reveal]:not([data-copied-once])') !== null;

  // Without a dialog the page itself is the response to the form; then the button's link opens the list.
  const isFormResponse = document.querySelector('[data-reveal]') !== null;
  const { pathname, searchParams } = new URL(location.href);
  const hasNotice = searchParams.has('notice');
  for (const name of ['notice', 'count']) searchParams.delete(name);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  if (isFormResponse) history.replaceState(null, '', '/dashboard/api-keys');
  else if (hasNotice) history.replaceState(null, '', pathname + query);
  addEventListener('beforeunload', (event) => {
    if (hasUncopiedSecret()) event.preventDefault();
  });
  addEventListener('pagehide', () => {
    for (const panel of document.querySelectorAll('[data-reveal]')) panel.remove();
  });
  document.addEventListener('dashboard:copied', ({ target }) => {
    const panel = (target as Element).closest<HTMLElement>('[data-reveal]');
    const secret = panel?.querySelector('textarea')?.value;
    if (panel && secret && (target as HTMLTextAreaElement).value.includes(secret))
      panel.dataset.copiedOnce = '';
  });
  document.addEventListener('click', (event) => {
    const panel = (event.target as Element).closest('[data-dismiss]')?.closest<HTMLElement>('[data-reveal]');
    if (!panel) return;
    panel.dataset.copiedOnce = '';
    if (isFormResponse) return;
    event.preventDefault();
    panel.remove();
    document.querySelector<HTMLElement>('#list-title')?.focus();
  });
}

/** Shows times in the user's time zone, on the loaded page and on parts that are loaded later. */
function localizeTimes(): void {
  const language = document.documentElement.lang;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' });

  function localize(): void {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
      const date = new Date(time.dateTime);
      time.title = moment.format(date);
      if (time.dataset.local === 'date') time.textContent = day.format(date);
      if (time.dataset.local === 'moment') time.textContent = short.format(date);
    }
  }

  localize();
  document.addEventListener('dashboard:shown', localize);
}

/** Blocks further submissions of a form until the page is shown again, or the user decides to stay on it. */
function blockResubmission(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-disabled', 'true');
  });
  function unblock(): void {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) {
      delete form.dataset.sent;
      form.querySelector('[aria-disabled]')?.removeAttribute('aria-disabled');
    }
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) unblock();
  });
  // The user may have decided to stay on the page.
  addEventListener('beforeunload', ({ defaultPrevented }) => {
    if (defaultPrevented) setTimeout(unblock);
  });
}

/** Submits the form with the OpenID provider's response. */
function autoSubmit(): void {
  document.querySelector<HTMLFormElement>('form[data-send-at-once]')?.requestSubmit();
}
