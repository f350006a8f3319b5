import { randomBytes } from 'node:crypto';
import { type Html, html } from '../html.js';

/** Tells a form from every other, so that one that is sent twice counts once. */
export function renderFormId(): Html {
  return html`<input type="hidden" name="form" value="${randomBytes(16).toString('base64url')}">`;
}
