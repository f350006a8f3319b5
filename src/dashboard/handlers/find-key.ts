import type { KeyRecord } from '../../keys/api-keys.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { UserPageContext } from '../page-context.js';

/** The user's key with the id in the path. Throws NOT_FOUND alike for an unknown key and for another user's. */
export async function findKey({ keyring, userId, keyId }: UserPageContext): Promise<KeyRecord> {
  const keys = await keyring.apiKeys.list(userId);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new KeyNotFound();
  return key;
}

/** A 404 whose page says that the key may be deleted already, such as in another tab. */
export class KeyNotFound extends ProcedureError {
  constructor() {
    super('NOT_FOUND', 'No such key.');
  }
}
