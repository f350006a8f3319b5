import { type Answer, redirectTo } from '../answer.js';
import { renderDeleteKeyPage } from '../pages/delete-key-page.js';
import type { UserVisit } from '../visit.js';
import { findKey, noSuchKey } from './find-key.js';

export async function confirmDeletion(visit: UserVisit): Promise<Answer> {
  return renderDeleteKeyPage(visit, await findKey(visit));
}

export async function deleteKey({ keyring, userId, keyId, log }: UserVisit): Promise<Answer> {
  const deleted = await keyring.apiKeys.delete({ userId, id: keyId });
  if (!deleted) throw noSuchKey();
  log.info({ userId, keyId }, 'api key deleted');
  return redirectTo('/dashboard/api-keys?notice=deleted');
}
