import { type Answer, redirectTo } from '../answer.js';
import type { UserPageContext } from '../page-context.js';
import { renderDeleteKeyPage } from '../pages/delete-key-page.js';
import { findKey, KeyNotFound } from './find-key.js';

export async function confirmDeletion(context: UserPageContext): Promise<Answer> {
  return renderDeleteKeyPage(context, await findKey(context));
}

export async function deleteKey({ keyring, userId, keyId, log }: UserPageContext): Promise<Answer> {
  const deleted = await keyring.apiKeys.delete({ userId, id: keyId });
  if (!deleted) throw new KeyNotFound();
  log.info({ userId, keyId }, 'api key deleted');
  return redirectTo('/dashboard/api-keys?notice=deleted');
}
