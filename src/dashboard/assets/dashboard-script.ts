/** What the page does better with a script; it works without. Plain JavaScript, as the browser gets it. */
export const dashboardScript = `'use strict';
(() => {
  const all = (selector) => document.querySelectorAll(selector);

  // An answer to a form must not be asked for again by a reload: the secret it may hold is shown once.
  if (document.querySelector('[data-reveal]') || location.search.includes('notice=')) {
    history.replaceState(null, '', location.pathname);
  }

  // The reader's own time zone.
  const language = document.documentElement.lang;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  for (const time of all('time[data-local]')) {
    const date = new Date(time.dateTime);
    time.title = moment.format(date);
    if (time.dataset.local === 'date') time.textContent = day.format(date);
  }

  // Copying.
  const copy = async (field) => {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      field.select();
      return document.execCommand('copy');
    }
  };
  const status = document.querySelector('[data-copied]');
  for (const button of all('[data-copy]')) {
    const label = button.textContent;
    let timer;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const isCopied = await copy(document.getElementById(button.dataset.copy));
      status.textContent = isCopied ? status.dataset.copied : status.dataset.failed;
      if (!isCopied) return;
      button.textContent = button.dataset.done;
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = label;
        status.textContent = '';
      }, 3000);
    });
  }
  for (const field of all('.secret')) field.addEventListener('focus', () => field.select());

  // Deleting asks in place.
  const dialog = document.getElementById('delete-dialog');
  if (dialog) {
    for (const link of all('[data-delete]')) {
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        dialog.querySelector('h2').textContent = link.dataset.delete;
        dialog.querySelector('[data-slot="use"]').textContent = link.dataset.use;
        dialog.querySelector('form').action = link.href;
        dialog.showModal();
      });
    }
    dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  // A form is sent once, however often its button is pressed.
  for (const form of all('form')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) return event.preventDefault();
      form.dataset.sent = 'yes';
      form.querySelector('button:not([type])').setAttribute('aria-disabled', 'true');
    });
  }
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of all('form[data-sent]')) {
      delete form.dataset.sent;
      form.querySelector('button:not([type])').removeAttribute('aria-disabled');
    }
  });
})();
`;
