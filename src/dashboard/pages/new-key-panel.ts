import type { CreatedKey } from '../../keys/api-keys.js';
import { type Html, html } from '../html.js';
import type { Origin } from '../read-origin.js';
import type { Translate } from '../translate.js';

/** The one place that ever holds a secret. Without the script the fields are there to copy from by hand. */
export function renderNewKeyPanel(t: Translate, { record, secret }: CreatedKey, origin: Origin): Html {
  const command = `curl -H "Authorization: Bearer ${secret}" ${origin.scheme}://${origin.host}/api/api-keys`;
  return html`<section class="card reveal" aria-labelledby="reveal-title" data-reveal>
<h2 id="reveal-title">${t('reveal.title', { name: record.name })}</h2>
<p id="reveal-once">${t('reveal.once')}</p>
<label for="new-key">${t('reveal.key')}</label>
<div class="copy-row">
<textarea id="new-key" class="secret" rows="1" readonly autofocus autocomplete="off" spellcheck="false" aria-describedby="reveal-once">${secret}</textarea>
${renderCopyButton(t, 'new-key', t('reveal.copyKey'), 'primary')}
</div>
<label for="new-key-command">${t('reveal.try')}</label>
<div class="copy-row">
<textarea id="new-key-command" class="secret" rows="2" readonly autocomplete="off" spellcheck="false">${command}</textarea>
${renderCopyButton(t, 'new-key-command', t('reveal.copyCommand'), '')}
</div>
<p class="copy-status" role="status" data-copied="${t('reveal.copied')}" data-failed="${t('reveal.copyFailed')}"></p>
</section>`;
}

/** Hidden until the script, which alone can copy, shows it. */
function renderCopyButton(t: Translate, target: string, label: string, tone: 'primary' | ''): Html {
  return html`<button type="button" class="button ${tone}" data-copy="${target}" data-done="${t('reveal.copied')}" hidden>${label}</button>`;
}
