import type { KeyRecord } from '../../keys/api-keys.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { UserPageContext } from '../page-context.js';

/** Finds the user's key with the id in the path. Throws the same NOT_FOUND for unknown keys and keys of other users. */
export async function findKey({ keyring, userId, keyId }: UserPageContext): Promise<KeyRecord> {
  const keys = await keyring.apiKeys.list(userId);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new KeyNotFound();
  return key;
}

/** A 404 whose page says that the key may already be deleted, for example in another tab. */
export class KeyNotFound extends ProcedureError {
  constructor() {
    super('NOT_FOUND', 'Key not found.');
  }
}
