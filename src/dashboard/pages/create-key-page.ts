import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import {
  EXPIRIES,
  type Expiry,
  expiryDateOf,
  type KeyForm,
  type KeyFormErrors,
  latestDay,
  MAX_SCOPES,
} from '../key-form.js';
import type { MessageKey } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { type Choice, renderCards, renderFieldError, renderSegments } from './choices.js';
import { renderFormId } from './form-id.js';
import { printDate } from './format-moment.js';
import { renderLastDayField } from './last-day-field.js';
import { renderPanel } from './panel.js';
import { hasScopeChoice, renderScopeChoice } from './scope-choice.js';

export interface CreateKeyForm {
  readonly values: KeyForm;
  readonly errors: KeyFormErrors;
  readonly status?: number;
  readonly notice?: Html | null;
}

/** The form with its values and errors. */
export function renderCreateKeyPage(context: UserPageContext, form: CreateKeyForm): PageAnswer {
  const { t } = context;
  const { errors, status = 200, notice } = form;
  return renderPanel({
    title: t('create.title'),
    status,
    prefix: Object.keys(errors).length > 0 || notice ? t('error.prefix') : '',
    body: html`${notice}
<form class="form" method="post" action="/dashboard/api-keys" novalidate>
${renderFormId(context.now)}
${renderName(context, form)}
${renderAccess(context, form)}
${renderExpiry(context, form)}
<div class="actions">
<a class="button" href="/dashboard/api-keys" data-close>${t('create.cancel')}</a>
<button class="button primary">${t('create.button')}</button>
</div>
</form>`,
  });
}

function renderName({ t }: UserPageContext, { values, errors, notice }: CreateKeyForm): Html {
  const error = errors.name && t(errors.name);
  const hasFocus = !notice && (error !== undefined || Object.keys(errors).length === 0);
  return html`<div class="field">
<label for="name">${t('create.name')}</label>
<input id="name" name="name" value="${values.name}" required maxlength="100" autocomplete="off" spellcheck="false"
 aria-describedby="${error !== undefined && 'name-error '}name-hint"${error !== undefined && html` aria-invalid="true"`}${hasFocus && html` autofocus`}>
${renderFieldError('name', error)}
<p class="hint" id="name-hint">${t('create.nameHint')}</p>
</div>`;
}

function renderAccess(context: UserPageContext, { values, errors }: CreateKeyForm): Html {
  const { t, scopes } = context;
  const hasScopes = hasScopeChoice(scopes);
  const choices: Choice[] = [{ value: 'full', label: t('keys.full'), text: t('create.fullText') }];
  // If every operation names scopes, a key with only `read` gives no access.
  if (!hasScopes || scopes.some(({ name }) => name === 'read'))
    choices.push({ value: 'read', label: t('keys.read'), text: t('create.readText') });
  if (hasScopes) choices.push({ value: 'chosen', label: t('create.chosen'), text: t('create.chosenText') });
  return renderCards({
    name: 'access',
    legend: t('create.access'),
    chosen: values.access,
    error: errors.access && t(errors.access, { max: MAX_SCOPES }),
    isFirst: errors.access !== undefined && errors.name === undefined,
    choices,
    more: hasScopes ? renderScopeChoice(context, values.scopes) : null,
  });
}

function renderExpiry(context: UserPageContext, { values, errors }: CreateKeyForm): Html {
  const { t } = context;
  return renderSegments({
    name: 'expiry',
    legend: t('create.expiry'),
    chosen: values.expiry,
    error: errors.expiry && printExpiryError(context, errors.expiry),
    choices: EXPIRIES.map((value) => ({ value, ...describeExpiry(context, value) })),
    more: renderLastDayField(context, values.lastDay, errors.expiry === 'create.dateInvalid'),
  });
}

export function printExpiryError({ t, now, language }: UserPageContext, error: MessageKey): string {
  return t(error, { date: printDate(new Date(latestDay(now)), language) });
}

function describeExpiry({ t, now, language }: UserPageContext, expiry: Expiry) {
  if (expiry === 'date') return { label: t('create.date'), text: t('create.lastDayHint') };
  const end = expiryDateOf({ expiry, lastDay: '' }, now);
  if (end === null)
    return { label: t('create.never'), text: t('create.neverWarning'), tone: 'warning' } as const;
  return {
    label: t('create.days', { days: expiry }),
    text: t('create.until', { date: printDate(end, language) }),
  };
}
