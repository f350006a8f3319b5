import type { Answer } from '../answer.js';
import type { Html } from '../html.js';
import type { MessageKey } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { renderKeyPage } from '../pages/key-page.js';
import { renderNotice } from '../pages/notice.js';
import { KeyNotFound } from './find-key.js';

/** Shows a key of the user. Throws the same NOT_FOUND for unknown keys and keys of other users. */
export async function showKey(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, keyId } = context;
  const report = await keyring.keyReports.find({ id: keyId, userId });
  if (report === null) throw new KeyNotFound();
  return renderKeyPage(context, { report, notice: readNotice(context) });
}

const NOTICES: ReadonlyMap<string | null, MessageKey> = new Map([
  ['changed', 'key.changed'],
  ['disabled', 'key.wasDisabled'],
  ['enabled', 'key.wasEnabled'],
]);

/** The message passed by a redirect to this page. */
function readNotice({ query, t }: UserPageContext): Html | null {
  const text = NOTICES.get(query.get('notice'));
  return text === undefined ? null : renderNotice('ok', t(text));
}
