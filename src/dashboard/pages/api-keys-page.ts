import type { CreatedKey, KeyRecord } from '../../keys/api-keys.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { EMPTY_DRAFT } from '../key-draft.js';
import type { UserVisit } from '../visit.js';
import { type CreateKeyForm, renderCreateKeyForm } from './create-key-form.js';
import { renderKeyTable } from './key-table.js';
import { renderNewKeyPanel } from './new-key-panel.js';

export interface ApiKeysPage {
  readonly keys: readonly KeyRecord[];
  readonly status?: number;
  readonly notice?: Html | null;
  /** What was typed, when it has to be typed better. */
  readonly form?: CreateKeyForm;
  readonly created?: CreatedKey;
}

export function renderApiKeysPage(visit: UserVisit, page: ApiKeysPage): PageAnswer {
  const { t, origin } = visit;
  const { keys, created } = page;
  return {
    kind: 'page',
    status: page.status ?? 200,
    title: t('keys.title'),
    body: html`<h1>${t('keys.title')}</h1>
<p class="intro">${t('keys.intro')}</p>
${page.notice}
${created && renderNewKeyPanel(t, created, origin)}
${renderCreateKeyForm(t, page.form ?? { draft: EMPTY_DRAFT, errors: {} })}
<section aria-labelledby="list-title">
<h2 id="list-title">${t('keys.listTitle')}${keys.length > 0 && html` <span class="count">${keys.length}</span>`}</h2>
${renderKeyTable(visit, keys, created?.record.id ?? null)}
</section>
${keys.length > 0 && renderDeleteDialog(visit)}`,
  };
}

/** Empty until the script puts a key's words into it and shows it. */
function renderDeleteDialog({ t }: UserVisit): Html {
  return html`<dialog id="delete-dialog" aria-labelledby="delete-title" aria-describedby="delete-text">
<h2 id="delete-title"></h2>
<div id="delete-text"><p>${t('delete.warning')}</p>
<p class="hint" data-slot="use"></p></div>
<form class="actions" method="post">
<button type="button" class="button" data-close autofocus>${t('delete.cancel')}</button>
<button class="button destructive">${t('delete.button')}</button>
</form>
</dialog>`;
}
