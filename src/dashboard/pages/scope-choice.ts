import { type Html, html } from '../html.js';
import type { ScopeUse } from '../key-use.js';
import type { Language, Translate } from '../messages.js';
import { pluralRules } from './formats.js';

/** Whether keys can be limited to scopes, which requires that operations name some. */
export function hasScopeChoice(scopes: readonly ScopeUse[]): boolean {
  return scopes.some(({ isNamed }) => isNamed);
}

/** Renders a checkbox for every scope, with its operations. The style sheet shows them with the choice `chosen`. */
export function renderScopeChoice(
  { t, language, scopes }: { t: Translate; language: Language; scopes: readonly ScopeUse[] },
  chosen: readonly string[],
): Html {
  return html`<fieldset class="scope-choice">
<legend>${t('create.scopes')}</legend>
${scopes.map(
  ({ name, operations }) => html`<label class="check">
<input type="checkbox" name="scope" value="${name}"${chosen.includes(name) && html` checked`}>
<span><code>${name}</code> <span class="hint">${printOperations(operations, { t, language })}</span></span>
</label>`,
)}
</fieldset>`;
}

export function printOperations(
  count: number,
  { t, language }: { t: Translate; language: Language },
): string {
  const isOne = pluralRules(language).select(count) === 'one';
  return t(isOne ? 'create.operation' : 'create.operations', { count });
}
