import type { CreatedKey } from '../../keys/api-keys.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import { type Html, html } from '../html.js';
import type { Translate } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { ICONS } from './icons.js';

export interface NewKey extends CreatedKey {
  /** Shown beside the secret: when the replaced key expires. */
  readonly remark?: string;
}

/** The only element that ever contains a secret. Without the script, users copy from the fields by hand. */
export function renderNewKeyPanel(context: UserPageContext, { record, secret, remark }: NewKey): Html {
  const { t, origin, prefix = DEFAULT_PREFIX, samplePath } = context;
  const url = `${origin.scheme}://${origin.host}${prefix}${samplePath}`;
  return html`<section class="card reveal" aria-labelledby="reveal-title" data-reveal>
<div class="reveal-head">
<span class="reveal-mark">${ICONS.done}</span>
<div>
<h2 id="reveal-title">${t('reveal.title', { name: record.name })}</h2>
<p id="reveal-once">${t('reveal.once')}</p>
${remark !== undefined && html`<p class="hint">${remark}</p>`}
</div>
</div>
${renderCopyField(t, { id: 'new-key', label: t('reveal.key'), text: secret, copy: t('reveal.copyKey'), isFirst: true })}
${
  samplePath !== null &&
  renderCopyField(t, {
    id: 'new-key-command',
    label: t('reveal.try'),
    text: `curl -H "Authorization: Bearer ${secret}" ${url}`,
    copy: t('reveal.copyCommand'),
  })
}
<div class="reveal-foot">
<div>
<p class="hint">${t('reveal.lost')}</p>
<p class="copy-status" role="status" data-copied="${t('reveal.copied')}" data-failed="${t('reveal.copyFailed')}"></p>
</div>
<a class="button" href="/dashboard/api-keys" data-dismiss>${t('reveal.done')}</a>
</div>
</section>`;
}

interface CopyField {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly copy: string;
  readonly isFirst?: boolean;
}

function renderCopyField(t: Translate, { id, label, text, copy, isFirst = false }: CopyField): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
<div class="copy-field">
<textarea id="${id}" class="secret" rows="1" readonly autocomplete="off" spellcheck="false" aria-describedby="reveal-once"${isFirst && html` autofocus`}>${text}</textarea>
<button type="button" class="button${isFirst && ' primary'}" data-copy="${id}">${ICONS.copy}${ICONS.copied}<span class="copy-label">${copy}</span><span class="copied-label">${t('reveal.copied')}</span></button>
</div>
</div>`;
}
