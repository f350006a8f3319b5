import type { Answer } from '../answer.js';
import type { UserPageContext } from '../page-context.js';
import { renderActivityPage } from '../pages/activity-page.js';

const ENTRIES_PER_PAGE = 50;
/** Older entries are only in the log. */
const MAX_PAGES = 20;

/** Lists the audit entries about the user, 50 per page. */
export async function listActivity(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, query } = context;
  const wanted = Number(query.get('page'));
  const page = Number.isSafeInteger(wanted) ? Math.min(Math.max(wanted, 1), MAX_PAGES) : 1;
  const range = { skip: (page - 1) * ENTRIES_PER_PAGE, limit: ENTRIES_PER_PAGE + 1 };
  const entries = await keyring.listActivity(userId, range);
  const keys = await keyring.apiKeys.list(userId);
  return renderActivityPage(context, {
    entries: entries.slice(0, ENTRIES_PER_PAGE),
    keyNames: new Map(keys.map(({ id, name }) => [id, name])),
    page,
    hasMore: entries.length > ENTRIES_PER_PAGE && page < MAX_PAGES,
  });
}
