import type { KeyRecord } from '../../keys/api-keys.js';
import { type Answer, redirectTo } from '../answer.js';
import { KEYS_PER_PAGE, printKeyListUrl, readKeyListQuery } from '../key-list.js';
import type { UserPageContext } from '../page-context.js';
import { renderDeleteKeysPage } from '../pages/delete-keys-page.js';

/** Asks once for confirmation to delete all selected keys. */
export async function confirmDeletions(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, query } = context;
  const selected = selectedOf(await keyring.apiKeys.list(userId), query);
  return renderDeleteKeysPage(context, { keys: selected, list: readKeyListQuery(query) });
}

/** Deletes the selected keys, and ignores those that are already deleted. */
export async function deleteKeys(context: UserPageContext): Promise<Answer> {
  const { keyring, userId, form, log } = context;
  const list = readKeyListQuery(form);
  if (!form.has('id')) return renderDeleteKeysPage(context, { keys: [], list });
  const selected = selectedOf(await keyring.apiKeys.list(userId), form);
  if (selected.length === 0) return redirectTo(printKeyListUrl(list));
  const outcomes = await Promise.allSettled(selected.map(({ id }) => keyring.apiKeys.delete({ userId, id })));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  const count = outcomes.length - failures.length;
  log.info({ userId, count }, 'api keys deleted');
  const [failure] = failures;
  if (failure && count === 0) throw failure.reason;
  if (failure) log.error({ err: failure.reason, userId }, 'api keys not deleted');
  return redirectTo(
    printKeyListUrl(list, [
      ['notice', failure ? 'deleted-partly' : 'deleted'],
      ['count', String(count)],
    ]),
  );
}

/** The user's keys with the ids in the form, at most as many as a page shows. */
function selectedOf(keys: readonly KeyRecord[], form: URLSearchParams): readonly KeyRecord[] {
  const ids = new Set(form.getAll('id'));
  return keys.filter(({ id }) => ids.has(id)).slice(0, KEYS_PER_PAGE);
}
