import type { KeyRecord } from '../../keys/api-keys.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { MessageKey } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { renderMessage } from '../render-message.js';
import { renderFieldError, renderSegments } from './choices.js';
import { printExpiryError } from './create-key-page.js';
import { printDate } from './format-moment.js';
import { renderLastDayField } from './last-day-field.js';
import { renderPanel } from './panel.js';

export const EXPIRY_CHANGES = ['keep', 'date', 'never'] as const;

/** The fields of the edit form, as submitted. */
export interface EditKeyForm {
  readonly name: string;
  /** One of `EXPIRY_CHANGES`. */
  readonly expiry: string;
  readonly lastDay: string;
}

export type EditKeyErrors = Readonly<Partial<Record<'name' | 'expiry', MessageKey>>>;

export interface EditKeyPage {
  readonly key: KeyRecord;
  readonly values: EditKeyForm;
  readonly errors?: EditKeyErrors;
  readonly status?: number;
  readonly notice?: Html | null;
}

/** The form that changes a key's name and expiry. */
export function renderEditKeyPage(context: UserPageContext, page: EditKeyPage): PageAnswer {
  const { t } = context;
  const { key, values, errors = {}, status = 200, notice } = page;
  const nameError = errors.name && t(errors.name);
  return renderPanel({
    title: t('edit.title', { name: key.name }),
    heading: renderMessage(t, 'edit.title', key.name),
    status,
    prefix: Object.keys(errors).length > 0 || notice ? t('error.prefix') : '',
    body: html`${notice}
<form class="form" method="post" action="${keyPath(key.id, 'edit')}" novalidate>
<div class="field">
<label for="name">${t('create.name')}</label>
<input id="name" name="name" value="${values.name}" required maxlength="100" autocomplete="off" spellcheck="false"${nameError !== undefined && html` aria-describedby="name-error" aria-invalid="true"`}${!notice && !errors.expiry && html` autofocus`}>
${renderFieldError('name', nameError)}
</div>
${renderSegments({
  name: 'expiry',
  legend: t('create.expiry'),
  chosen: values.expiry,
  error: errors.expiry && printExpiryError(context, errors.expiry),
  choices: [
    { value: 'keep', label: t('edit.keep'), text: describeExpiry(context, key) },
    { value: 'date', label: t('create.date'), text: t('create.lastDayHint') },
    { value: 'never', label: t('create.never'), text: t('create.neverWarning'), tone: 'warning' },
  ],
  more: renderLastDayField(context, values.lastDay, errors.expiry === 'create.dateInvalid'),
})}
<div class="actions">
<a class="button" href="${keyPath(key.id)}" data-close>${t('create.cancel')}</a>
<button class="button primary">${t('edit.button')}</button>
</div>
</form>`,
  });
}

function describeExpiry({ t, now, language }: UserPageContext, { expiresAt }: KeyRecord): string {
  if (expiresAt === null) return t('edit.keepNever');
  const date = printDate(expiresAt, language);
  return t(expiresAt.getTime() <= now ? 'edit.keepExpired' : 'create.until', { date });
}
