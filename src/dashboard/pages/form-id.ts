import { randomBytes } from 'node:crypto';
import { type Html, html } from '../html.js';

/**
 * A hidden field with a unique id and the time of the form, which detects repeated submissions. `now` is in epoch
 * milliseconds.
 */
export function renderFormId(now: number): Html {
  return html`<input type="hidden" name="form" value="${now.toString(36)}.${randomBytes(16).toString('base64url')}">`;
}

/** When the form with this id was rendered, in epoch milliseconds; NaN for a malformed id. */
export function readFormTime(formId: string): number {
  return /^[0-9a-z]{1,11}\./.test(formId) ? Number.parseInt(formId, 36) : Number.NaN;
}
