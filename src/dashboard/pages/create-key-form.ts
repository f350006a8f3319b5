import { randomBytes } from 'node:crypto';
import { type Html, html } from '../html.js';
import { ACCESSES, type DraftErrors, EXPIRIES, type KeyDraft } from '../key-draft.js';
import type { MessageKey } from '../messages.js';
import type { Translate } from '../translate.js';

export interface CreateKeyForm {
  readonly draft: KeyDraft;
  readonly errors: DraftErrors;
}

const ACCESS_LABELS: Readonly<Record<(typeof ACCESSES)[number], MessageKey>> = {
  full: 'keys.full',
  read: 'keys.read',
};

export function renderCreateKeyForm(t: Translate, { draft, errors }: CreateKeyForm): Html {
  return html`<section class="card" aria-labelledby="create-title">
<h2 id="create-title">${t('create.title')}</h2>
<form class="create" method="post" action="/dashboard/api-keys">
<input type="hidden" name="form" value="${randomBytes(16).toString('base64url')}">
<div class="field grow">
<label for="name">${t('create.name')}</label>
<input id="name" name="name" value="${draft.name}" required maxlength="100" autocomplete="off" spellcheck="false"
 aria-describedby="${errors.name !== undefined && 'name-error '}name-hint"${errors.name !== undefined && html` aria-invalid="true" autofocus`}>
${renderError(t, 'name', errors.name)}
<p class="hint" id="name-hint">${t('create.nameHint')}</p>
</div>
<div class="field">
<label for="expiry">${t('create.expiry')}</label>
<select id="expiry" name="expiry" aria-describedby="${errors.expiry !== undefined && 'expiry-error '}expiry-warning"${errors.expiry !== undefined && html` aria-invalid="true"`}>
${EXPIRIES.map((expiry) => html`<option value="${expiry}"${expiry === draft.expiry && html` selected`}>${printExpiry(t, expiry)}</option>`)}
</select>
${renderError(t, 'expiry', errors.expiry)}
</div>
<fieldset class="field" aria-describedby="access-hint${errors.access !== undefined && ' access-error'}">
<legend>${t('create.access')}</legend>
<div class="segments">
${ACCESSES.map((access) => html`<label><input type="radio" name="access" value="${access}" required${access === draft.access && html` checked`}><span>${t(ACCESS_LABELS[access])}</span></label>`)}
</div>
${renderError(t, 'access', errors.access)}
<p class="hint" id="access-hint">${t('create.accessHint')}</p>
</fieldset>
<button class="button primary">${t('create.button')}</button>
<p class="notice warning never-warning" id="expiry-warning">${t('create.neverWarning')}</p>
</form>
</section>`;
}

function renderError(t: Translate, field: string, error: MessageKey | undefined): Html | false {
  return error !== undefined && html`<p class="field-error" id="${field}-error">${t(error)}</p>`;
}

function printExpiry(t: Translate, expiry: (typeof EXPIRIES)[number]): string {
  return expiry === 'never' ? t('create.never') : t('create.days', { days: expiry });
}
