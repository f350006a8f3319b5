import { containsKey, readKeyStart } from '../../keys/key-format.js';
import { type Answer, redirectTo } from '../answer.js';
import type { Html } from '../html.js';
import { printKeyListUrl, readKeyListQuery } from '../key-list.js';
import type { UserPageContext } from '../page-context.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { renderNotice } from '../pages/notice.js';

export async function listKeys(context: UserPageContext): Promise<Answer> {
  const query = readKeyListQuery(context.query);
  // Redirects a search for a complete key to a URL without it.
  if (containsKey(query.search))
    return redirectTo(printKeyListUrl({ ...query, search: readKeyStart(query.search) }));
  const keys = await context.keyring.apiKeys.list(context.userId);
  return renderApiKeysPage(context, { keys, query, notice: readNotice(context) });
}

/** The message passed by a redirect to this page. */
function readNotice({ query, t }: UserPageContext): Html | null {
  const count = Number(query.get('count'));
  switch (query.get('notice')) {
    case 'deleted':
      return renderNotice('ok', count > 1 ? t('keys.deletedSeveral', { count }) : t('keys.deleted'));
    case 'deleted-partly':
      return renderNotice('warning', t('keys.deletedPartly'));
    case 'repeated':
      return renderNotice('warning', t('keys.repeated'));
    default:
      return null;
  }
}
