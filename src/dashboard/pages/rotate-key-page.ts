import type { KeyRecord } from '../../keys/api-keys.js';
import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import { keyPath } from '../key-path.js';
import type { MessageKey } from '../messages.js';
import { OVERLAPS } from '../overlaps.js';
import type { UserPageContext } from '../page-context.js';
import { renderMessage } from '../render-message.js';
import { renderSegments } from './choices.js';
import { renderFormId } from './form-id.js';
import { printMoment } from './format-moment.js';
import { renderPanel } from './panel.js';

export interface RotateKeyForm {
  readonly key: KeyRecord;
  /** The chosen key of `OVERLAPS`. */
  readonly overlap: string;
  readonly error?: MessageKey;
  readonly status?: number;
  readonly notice?: Html;
}

/** Asks how long the old key still works. */
export function renderRotateKeyPage(
  context: UserPageContext,
  { key, overlap, error, status = 200, notice }: RotateKeyForm,
): PageAnswer {
  const { t } = context;
  return renderPanel({
    title: t('rotate.title', { name: key.name }),
    heading: renderMessage(t, 'rotate.title', key.name),
    status,
    prefix: error || notice ? t('error.prefix') : '',
    body: html`<p>${t('rotate.text')}</p>
${notice}
<form class="form" method="post" action="${keyPath(key.id, 'rotate')}">
${renderFormId(context.now)}
${renderSegments({
  name: 'overlap',
  isFirst: true,
  legend: t('rotate.overlap', { start: key.start }),
  chosen: overlap,
  error: error && t(error),
  choices: [...OVERLAPS].map(([value, { ms, label }]) => ({
    value,
    label: t(label),
    ...describeOverlap(context, key, ms),
  })),
})}
<div class="actions">
<a class="button" href="/dashboard/api-keys" data-close>${t('rotate.cancel')}</a>
<button class="button primary">${t('rotate.button')}</button>
</div>
</form>`,
  });
}

function describeOverlap({ t, now, language }: UserPageContext, { expiresAt }: KeyRecord, ms: number) {
  if (ms === 0) return { text: t('rotate.noneText'), tone: 'warning' } as const;
  const end = Math.min(now + ms, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return { text: t('rotate.both', { date: printMoment(new Date(end), language) }) };
}
