import type { Answer } from '../answer.js';
import type { Html } from '../html.js';
import type { MessageKey } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { renderKeyPage } from '../pages/key-page.js';
import { renderNotice } from '../pages/notice.js';
import { findKey } from './find-key.js';

export async function showKey(context: UserPageContext): Promise<Answer> {
  return renderKeyPage(context, { key: await findKey(context), notice: readNotice(context) });
}

const NOTICES: ReadonlyMap<string | null, MessageKey> = new Map([
  ['changed', 'key.changed'],
  ['disabled', 'key.wasDisabled'],
  ['enabled', 'key.wasEnabled'],
]);

/** The message that a redirect to this page passes on. */
function readNotice({ query, t }: UserPageContext): Html | null {
  const text = NOTICES.get(query.get('notice'));
  return text === undefined ? null : renderNotice('ok', t(text));
}
