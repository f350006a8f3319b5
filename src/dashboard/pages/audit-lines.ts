import type { KeyReport } from '../../keys/key-reports.js';
import { type Html, html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { printEvent } from './event-label.js';
import { renderAgo } from './format-moment.js';

export type AuditLine = KeyReport['audit'][number];

/** Lines of the audit log: when, what, and by whom from where. The id of a key is shown unless it is `ownId`. */
export function renderAuditLines(
  context: UserPageContext,
  lines: readonly AuditLine[],
  ownId: string | null = null,
): Html {
  return html`<ol class="audit-lines">
${lines.map((line) => renderLine(context, line, ownId))}
</ol>`;
}

function renderLine(context: UserPageContext, line: AuditLine, ownId: string | null): Html {
  const { event, time, key } = line;
  const isOther = key !== null && key !== ownId;
  return html`<li>
<span class="audit-event">${printEvent(context.t, event)}${isOther && html` <code>${key}</code>`}</span>
<span class="hint">${renderAgo(new Date(time), context)}${describeOrigin(context, line).map((text) => html` · ${text}`)}</span>
</li>`;
}

function describeOrigin({ t }: UserPageContext, { actor, address, actorKey }: AuditLine): Html[] {
  const who = actor === 'cli' && address === null ? t('activity.terminal') : actor;
  return [
    ...(who === null ? [] : [html`<bdi>${who}</bdi>`]),
    ...(typeof actorKey === 'string' ? [html`<code>${actorKey}</code>`] : []),
    ...(address === null ? [] : [html`<code>${address}</code>`]),
  ];
}
