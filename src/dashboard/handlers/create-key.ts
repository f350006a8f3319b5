import { ProcedureError } from '../../protocol/procedure-error.js';
import { type Answer, redirectTo } from '../answer.js';
import { checkKeyForm, type KeyForm, type KeyFormErrors, readKeyForm, toKeyRequest } from '../key-form.js';
import type { UserPageContext } from '../page-context.js';
import { canCreate, renderApiKeysPage } from '../pages/api-keys-page.js';
import { renderCreateKeyPage } from '../pages/create-key-page.js';
import { hasScopeChoice } from '../pages/scope-choice.js';
import { explainFailure, listInvalidFields } from './explain-failure.js';
import { hasNewerKey, redirectRepeated, submitOnce } from './submit-once.js';

/** Shows the form, prefilled from the URL, or redirects to the list, which explains why no key can be created. */
export async function showCreateKey(context: UserPageContext): Promise<Answer> {
  const keys = await context.keyring.apiKeys.list(context.userId);
  if (!canCreate(context, keys)) return redirectTo('/dashboard/api-keys');
  const values = readKeyForm(context.query);
  // If scopes can be chosen, a key gets only the selected ones, unless the URL asks for full access.
  const access = hasScopeChoice(context.scopes) && !context.query.has('access') ? 'chosen' : values.access;
  return renderCreateKeyPage(context, { values: { ...values, access }, errors: {} });
}

/** Responds with the only page that shows the new secret. */
export async function createKey(context: UserPageContext): Promise<Answer> {
  if (!context.areKeysAccepted) throw new ProcedureError('CONFLICT', 'This service does not use API keys.');
  const values = readKeyForm(context.form);
  const errors = checkKeyForm(values, context);
  if (Object.keys(errors).length > 0) return renderCreateKeyPage(context, { values, errors, status: 400 });

  try {
    return await submitOnce(context, () => makeKey(context, values));
  } catch (error) {
    return renderFailure(context, values, error);
  }
}

async function makeKey(context: UserPageContext, values: KeyForm): Promise<Answer> {
  const { keyring, userId, now, log } = context;
  if (await hasNewerKey(context, values.name)) return redirectRepeated();
  const created = await keyring.apiKeys.create({ userId, ...toKeyRequest(values, now) });
  log.info({ userId, keyId: created.record.id }, 'api key created');
  // The secret is shown only once, so a list that cannot be read must not prevent it.
  const keys = await keyring.apiKeys.list(userId).catch(() => [created.record]);
  return renderApiKeysPage(context, { keys, created, status: 201 });
}

/** Shows the form with the user's input and a message that explains the error. */
function renderFailure(context: UserPageContext, values: KeyForm, error: unknown): Answer {
  const { status, notice } = explainFailure(context, error, {
    log: 'api key not created',
    409: 'create.limit',
    503: 'create.unavailable',
    other: 'create.failed',
  });
  const errors = readFieldErrors(error);
  const hasErrors = Object.keys(errors).length > 0;
  return renderCreateKeyPage(context, { values, errors, status, notice: hasErrors ? null : notice });
}

function readFieldErrors(error: unknown): KeyFormErrors {
  const fields = listInvalidFields(error);
  return {
    ...(fields.has('name') && { name: 'create.nameInvalid' }),
    ...(fields.has('expiresAt') && { expiry: 'create.expiryInvalid' }),
    ...(fields.has('scopes') && { access: 'create.accessInvalid' }),
  };
}
