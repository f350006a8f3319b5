import type { Answer } from '../answer.js';
import type { Html } from '../html.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { renderNotice } from '../pages/notice.js';
import type { UserVisit } from '../visit.js';

export async function listKeys(visit: UserVisit): Promise<Answer> {
  const keys = await visit.keyring.apiKeys.list(visit.userId);
  return renderApiKeysPage(visit, { keys, notice: readNotice(visit) });
}

/** What a redirect here has to say. */
function readNotice({ query, t }: UserVisit): Html | null {
  const notice = query.get('notice');
  if (notice === 'deleted') return renderNotice('ok', t('keys.deleted'));
  if (notice === 'repeated') return renderNotice('warning', t('keys.repeated'));
  return null;
}
