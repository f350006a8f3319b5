/**
 * Shows forms in a dialog over the list and updates the list without a page load. Anything unexpected is left to the
 * browser, because the links and forms also work without this script.
 */
export function openDialogs(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#dialog') as HTMLDialogElement;
  const main = document.querySelector('main') as HTMLElement;
  const announcement = document.querySelector('#announcement') as HTMLElement;
  /** The `data-dialog` of the link that opened the dialog, and the index of its row in the table. */
  let opener = { kind: '', row: -1 };
  let isSending = false;
  /** The fields of the form in the dialog when it was opened. */
  let initialInput = '';
  const BUSY_AFTER_MS = 300;

  async function fetchPanel(url: string, init: RequestInit = {}) {
    const timer = setTimeout(() => showBusy(true), BUSY_AFTER_MS);
    try {
      return await request(url, init);
    } finally {
      clearTimeout(timer);
      showBusy(false);
    }
  }

  function showBusy(isBusy: boolean): void {
    if (isBusy) announcement.textContent = dialog.dataset.busy ?? '';
    document.documentElement.toggleAttribute('data-busy', isBusy);
  }

  async function request(url: string, init: RequestInit) {
    const response = await fetch(url, { ...init, headers: { Accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const panel = page.querySelector('main [data-panel]');
    return { response, page, panel, isSignedOut: new URL(response.url).pathname.endsWith('/sign-in') };
  }

  /** The user's input in the form of the dialog, without the hidden form id. */
  function serializeInput(): string {
    const form = dialog.querySelector('form');
    if (!form) return '';
    const fields = serializeForm(form);
    fields.delete('form');
    return String(fields);
  }

  function serializeForm(form: HTMLFormElement): URLSearchParams {
    return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  }

  /** Shows a panel that was loaded from `url`. */
  function showPanel(panel: Element, url: string): void {
    panel.querySelector('[data-retry]')?.setAttribute('href', url);
    dialog.replaceChildren(document.adoptNode(panel));
    if (!dialog.open) dialog.showModal();
    (dialog.querySelector<HTMLElement>('[aria-invalid], [autofocus]') ?? dialog).focus();
  }

  /** Shows an error above the form and keeps what the user typed. */
  function showError(text: string): void {
    const notice = dialog.querySelector<HTMLElement>('[data-notice]') ?? document.createElement('p');
    notice.className = 'notice danger';
    notice.dataset.notice = '';
    notice.tabIndex = -1;
    notice.textContent = text;
    dialog.querySelector('h1')?.after(notice);
    notice.focus();
  }

  /** Shows the page of a response, with the new keys that the user has not dismissed yet. */
  function showPage(page: Document, address: string): void {
    dialog.close();
    dialog.replaceChildren();
    const undismissed = [...main.querySelectorAll('[data-reveal]')];
    main.replaceChildren(...(page.querySelector('main')?.children ?? []));
    const [added] = main.querySelectorAll('[data-reveal]');
    if (added) added.after(...undismissed);
    else main.querySelector('.page-head')?.after(...undismissed);
    if (!added) document.title = page.title;
    history.replaceState(null, '', address);
    document.dispatchEvent(new Event('dashboard:shown'));
    findFocusTarget()?.focus();
    announcement.textContent = main.querySelector('[data-notice]')?.textContent ?? '';
  }

  /**
   * Finds the element to focus: the new secret, the opener's row or the one now at its position, or the create link.
   */
  function findFocusTarget(): HTMLElement | null {
    const secret = main.querySelector<HTMLElement>('[data-reveal] textarea');
    if (secret) return secret;
    const rows = main.querySelectorAll('tbody tr');
    const row = rows.item(Math.min(opener.row, rows.length - 1));
    const same = row?.querySelector<HTMLElement>(`[data-dialog="${opener.kind}"]`);
    return same ?? main.querySelector<HTMLElement>('[data-dialog]');
  }

  async function open(link: HTMLAnchorElement): Promise<void> {
    const rows = [...main.querySelectorAll('tbody tr')];
    opener = { kind: link.dataset.dialog ?? '', row: rows.findIndex((row) => row.contains(link)) };
    await load(link.href);
  }

  /** Loads a form into the dialog. Reports a failed fetch there, because the page may show a secret and must stay. */
  async function load(url: string): Promise<void> {
    try {
      const { panel, isSignedOut } = await fetchPanel(url);
      if (panel && !isSignedOut) {
        showPanel(panel, url);
        initialInput = serializeInput();
      } else location.assign(url);
    } catch {
      const failure = document.querySelector<HTMLTemplateElement>('#unanswered')?.content.cloneNode(true);
      const panel = (failure as DocumentFragment).firstElementChild as Element;
      showPanel(panel, url);
    }
  }

  async function send(form: HTMLFormElement): Promise<void> {
    const body = serializeForm(form);
    const { response, page, panel, isSignedOut } = await fetchPanel(form.action, { method: 'POST', body });
    if (isSignedOut) location.assign(response.url);
    else if (response.status >= 500 && panel && !panel.querySelector('form'))
      showError(panel.querySelector('h1 ~ p')?.textContent ?? '');
    else if (panel) showPanel(panel, response.url);
    else if (response.ok && page.querySelector('main')) showPage(page, findReloadUrl(response));
    else showError(dialog.dataset.unanswered ?? '');
  }

  /** The address from which a reload loads the page. The response to a POST is the list with additions. */
  function findReloadUrl({ redirected, url }: Response): string {
    if (!redirected) return '/dashboard/api-keys';
    const { pathname, searchParams } = new URL(url);
    for (const name of ['notice', 'count']) searchParams.delete(name);
    return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
  }

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[data-dialog], #dialog a[data-close], #dialog a[data-retry]',
    );
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.hasAttribute('data-close')) dialog.close();
    else if (link.hasAttribute('data-retry')) void load(link.href);
    else void open(link);
  });

  /** A form with `data-opens` opens its confirmation in the dialog. */
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.opens === undefined) return;
    event.preventDefault();
    opener = { kind: '', row: -1 };
    void load(`${form.action}?${serializeForm(form)}`);
  });

  document.addEventListener('change', ({ target }) => {
    const all = main.querySelector<HTMLInputElement>('[data-select-all]');
    const boxes = [...main.querySelectorAll<HTMLInputElement>('[name="id"]')];
    if (!all) return;
    if (target === all) for (const box of boxes) box.checked = all.checked;
    else all.checked = boxes.every(({ checked }) => checked);
  });

  // Esc closes a dialog, but discards input only after a confirmation.
  dialog.addEventListener('cancel', (event) => {
    if (serializeInput() !== initialInput && !confirm(dialog.dataset.discard)) event.preventDefault();
  });

  dialog.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const button = event.submitter;
    button?.setAttribute('aria-disabled', 'true');
    try {
      await send(event.target as HTMLFormElement);
    } catch {
      showError(dialog.dataset.unanswered ?? '');
    } finally {
      isSending = false;
      button?.removeAttribute('aria-disabled');
    }
  });
}
