import { randomBytes } from 'node:crypto';
import { type Html, html } from '../html.js';

/**
 * Tells a form from every other, and when it was made, so that one that is sent twice counts once. `now` is in
 * epoch milliseconds.
 */
export function renderFormId(now: number): Html {
  return html`<input type="hidden" name="form" value="${now.toString(36)}.${randomBytes(16).toString('base64url')}">`;
}

/** When the form of this id was made, epoch milliseconds; NaN when the id does not say. */
export function readFormTime(formId: string): number {
  return /^[0-9a-z]{1,11}\./.test(formId) ? Number.parseInt(formId, 36) : Number.NaN;
}
