import { type Answer, redirectTo } from '../answer.js';
import type { UserPageContext } from '../page-context.js';
import { keyNotFound } from './find-key.js';

export const disableKey = (context: UserPageContext) => setDisabled(context, true);
export const enableKey = (context: UserPageContext) => setDisabled(context, false);

async function setDisabled(
  { keyring, userId, keyId, log }: UserPageContext,
  disabled: boolean,
): Promise<Answer> {
  const updated = await keyring.apiKeys.update({ userId, id: keyId, disabled });
  if (!updated) throw keyNotFound();
  log.info({ userId, keyId }, disabled ? 'api key disabled' : 'api key enabled');
  return redirectTo(`/dashboard/api-keys/${keyId}?notice=${disabled ? 'disabled' : 'enabled'}`);
}
