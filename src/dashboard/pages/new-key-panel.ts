import type { CreatedKey } from '../../keys/api-keys.js';
import { type Html, html } from '../html.js';
import type { Translate } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { renderMessage } from '../render-message.js';
import { printCodeSamples, printEnvLine } from './code-samples.js';
import { ICONS } from './icons.js';

export interface NewKey extends CreatedKey {
  /** Shown beside the secret: when the replaced key expires. */
  readonly remark?: string;
}

/**
 * The only element that ever contains a secret. The script keeps it on the page during other actions, and asks before
 * the page is left while nothing was copied. Without the script, users copy from the fields by hand.
 */
export function renderNewKeyPanel(context: UserPageContext, { record, secret, remark }: NewKey): Html {
  const { t, isApiServed, findSample } = context;
  const sample = isApiServed ? findSample(record.scopes) : null;
  const samples = sample && printCodeSamples(context, sample, secret);
  const name = `new-key-${record.id}`;
  const field = (part: string, rest: Omit<CopyField, 'id' | 'note'>) =>
    renderCopyField(t, { id: `${name}${part}`, note: `${name}-once`, ...rest });
  const fold = (part: string, label: string, text: string) =>
    html`<details class="sample"><summary>${label}</summary>${field(part, {
      label,
      text,
      copy: t('reveal.copyNamed', { name: label }),
      isLabelHidden: true,
    })}</details>`;
  return html`<section class="card reveal" aria-labelledby="${name}-title" data-reveal>
<div class="reveal-head">
<span class="reveal-mark">${ICONS.done}</span>
<div>
<h2 id="${name}-title">${renderMessage(t, 'reveal.title', record.name)}</h2>
<p id="${name}-once">${t('reveal.once')}</p>
${remark !== undefined && html`<p class="hint">${remark}</p>`}
</div>
</div>
${field('', { label: t('reveal.key'), text: secret, copy: t('reveal.copyKey'), isFirst: true })}
${samples && field('-curl', { label: t('reveal.try'), text: samples.curl, copy: t('reveal.copyCommand') })}
<div class="samples">
${fold('-env', '.env', printEnvLine(secret))}
${samples && fold('-fetch', 'fetch', samples.fetch)}
${samples && fold('-client', t('reveal.client'), samples.client)}
</div>
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
  /** The id of the element that describes the field. */
  readonly note: string;
  readonly label: string;
  readonly text: string;
  readonly copy: string;
  readonly isFirst?: boolean;
  readonly isLabelHidden?: boolean;
}

function renderCopyField(t: Translate, field: CopyField): Html {
  const { id, note, label, text, copy, isFirst = false, isLabelHidden = false } = field;
  return html`<div class="field">
<label for="${id}"${isLabelHidden && html` class="visually-hidden"`}>${label}</label>
<div class="copy-field">
<textarea id="${id}" class="secret" rows="${text.split('\n').length}" readonly autocomplete="off" spellcheck="false" aria-describedby="${note}"${isFirst && html` autofocus`}>${text}</textarea>
<button type="button" class="button${isFirst && ' primary'}" data-copy="${id}">${ICONS.copy}${ICONS.copied}<span class="copy-label">${copy}</span><span class="copied-label">${t('reveal.copied')}</span></button>
</div>
</div>`;
}
