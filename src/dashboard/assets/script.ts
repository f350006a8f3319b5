import { openDialogs } from './open-dialogs.js';

/**
 * The script as the browser gets it: each part is sent as its own source text, so none may use anything of its
 * module. They speak to each other through events of the document alone.
 */
export const SCRIPT = `'use strict';
document.documentElement.dataset.script = 'on';
${[forgetSecret, localizeTimes, copyFields, openDialogs, sendOnce, sendAtOnce].map((part) => `(${part})();`).join('\n')}
`;

/** Makes the copy buttons copy and say so, and selects a secret as a whole when it gets the focus. */
function copyFields(): void {
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

/**
 * Ends the life of a secret on the page: its panel goes when the reader has saved it and when the page is left, so
 * that the way back does not show it; and a reload asks for the list, not for the answer to the form again.
 */
function forgetSecret(): void {
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

/** Puts times into the reader's own time zone, on the page as it comes and on the parts that are brought later. */
function localizeTimes(): void {
  const language = document.documentElement.lang;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' });

  function localize(): void {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
      const date = new Date(time.dateTime);
      time.title = moment.format(date);
      if (time.dataset.local === 'date') time.textContent = day.format(date);
    }
  }

  localize();
  document.addEventListener('dashboard:shown', localize);
}

/** Lets the browser send a form once, however often its button is pressed, until the page is shown again. */
function sendOnce(): void {
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

/** Sends the form that waits for nobody: the answer of the sign-in provider. */
function sendAtOnce(): void {
  document.querySelector<HTMLFormElement>('form[data-send-at-once]')?.requestSubmit();
}
