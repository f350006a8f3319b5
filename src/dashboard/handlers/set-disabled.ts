import { type Answer, redirectTo } from '../answer.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import { KeyNotFound } from './find-key.js';

export const disableKey = (context: UserPageContext) => setDisabled(context, true);
export const enableKey = (context: UserPageContext) => setDisabled(context, false);

async function setDisabled(
  { keyring, userId, keyId, log }: UserPageContext,
  disabled: boolean,
): Promise<Answer> {
  const updated = await keyring.apiKeys.update({ userId, id: keyId, disabled });
  if (!updated) throw new KeyNotFound();
  log.info({ userId, keyId }, disabled ? 'api key disabled' : 'api key enabled');
  return redirectTo(`${keyPath(keyId)}?notice=${disabled ? 'disabled' : 'enabled'}`);
}
