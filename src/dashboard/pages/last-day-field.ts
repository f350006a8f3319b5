import { type Html, html } from '../html.js';
import { latestDay, printDay } from '../key-form.js';
import type { UserPageContext } from '../page-context.js';

/**
 * The date for the expiry choice `date`. The style sheet shows it only with that choice. The form must be `novalidate`:
 * a browser would not submit an invalid date, nor report it while the field is hidden.
 */
export function renderLastDayField({ t, now }: UserPageContext, lastDay: string, isInvalid: boolean): Html {
  return html`<div class="last-day">
<label for="lastDay">${t('create.lastDay')}</label>
<input id="lastDay" name="lastDay" type="date" value="${lastDay}" min="${printDay(now)}" max="${latestDay(now)}" aria-describedby="${isInvalid && 'expiry-error '}expiry-date"${isInvalid && html` aria-invalid="true" autofocus`}>
</div>`;
}
