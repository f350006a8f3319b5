import type { Answer } from '../answer.js';
import type { Html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { renderNotice } from '../pages/notice.js';

export async function listKeys(context: UserPageContext): Promise<Answer> {
  const keys = await context.keyring.apiKeys.list(context.userId);
  return renderApiKeysPage(context, { keys, notice: readNotice(context) });
}

/** The message that a redirect to this page passes on. */
function readNotice({ query, t }: UserPageContext): Html | null {
  const notice = query.get('notice');
  if (notice === 'deleted') return renderNotice('ok', t('keys.deleted'));
  if (notice === 'repeated') return renderNotice('warning', t('keys.repeated'));
  return null;
}
