import { ProcedureError } from '../../protocol/procedure-error.js';
import { type Answer, redirectTo } from '../answer.js';
import { renderDeleteKeyPage } from '../pages/delete-key-page.js';
import type { UserVisit } from '../visit.js';

export async function confirmDeletion(visit: UserVisit): Promise<Answer> {
  const keys = await visit.keyring.apiKeys.list(visit.userId);
  const key = keys.find(({ id }) => id === visit.keyId);
  if (!key) throw noSuchKey();
  return renderDeleteKeyPage(visit, key);
}

export async function deleteKey({ keyring, userId, keyId, log }: UserVisit): Promise<Answer> {
  const deleted = await keyring.apiKeys.delete({ userId, id: keyId });
  if (!deleted) throw noSuchKey();
  log.info({ userId, keyId }, 'api key deleted');
  return redirectTo('/dashboard/api-keys?notice=deleted');
}

function noSuchKey(): ProcedureError {
  return new ProcedureError('NOT_FOUND', 'No such key.');
}
