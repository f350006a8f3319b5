import type { AuditEntry } from '../../keys/keyring.js';
import { type Html, html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { printEvent } from './event-label.js';
import { renderMoment } from './format-moment.js';

/** Renders audit entries: what, which key, when, by whom and from where. `nameKey` renders a key, or nothing. */
export function renderAuditLines(
  context: UserPageContext,
  entries: readonly AuditEntry[],
  nameKey: (id: string) => Html | null,
): Html {
  return html`<ol class="audit-lines">
${entries.map((entry) => renderEntry(context, entry, nameKey))}
</ol>`;
}

function renderEntry(
  context: UserPageContext,
  entry: AuditEntry,
  nameKey: (id: string) => Html | null,
): Html {
  const { event, time, key } = entry;
  const moment = renderMoment(new Date(time), context.language);
  return html`<li>
<span><span class="audit-event">${printEvent(context.t, event)}</span> ${key !== null && nameKey(key)}</span>
<span class="hint">${moment}${describeOrigin(context, entry).map((text) => html` · ${text}`)}</span>
</li>`;
}

/** Who did it, unless it was the current user, and from where. */
function describeOrigin({ t, userId }: UserPageContext, { actor, address, actorKey }: AuditEntry): Html[] {
  const who = actor === 'cli' && address === null ? t('activity.terminal') : actor;
  return [
    ...(who === null || who === userId ? [] : [html`<bdi>${who}</bdi>`]),
    ...(typeof actorKey === 'string' ? [html`<code>${actorKey}</code>`] : []),
    ...(address === null ? [] : [html`<code>${address}</code>`]),
  ];
}
