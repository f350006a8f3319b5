import type { KeyRecord } from '../../keys/api-keys.js';
import type { PageAnswer } from '../answer.js';
import { html } from '../html.js';
import type { UserVisit } from '../visit.js';
import { describeUse } from './key-table.js';

/** Asks once more, naming the key: the dialog of those who have no script. */
export function renderDeleteKeyPage(visit: UserVisit, key: KeyRecord): PageAnswer {
  const { t } = visit;
  const title = t('delete.title', { name: key.name });
  return {
    kind: 'page',
    status: 200,
    title,
    body: html`<section class="card narrow">
<h1>${title}</h1>
<p><code>${key.start}…</code></p>
<p>${t('delete.warning')}</p>
<p class="hint">${describeUse(visit, key)}</p>
<form class="actions" method="post">
<a class="button" href="/dashboard/api-keys">${t('delete.cancel')}</a>
<button class="button destructive">${t('delete.button')}</button>
</form>
</section>`,
  };
}
