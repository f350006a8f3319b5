import type { KeyRecord } from '../../keys/api-keys.js';
import { type Answer, redirectTo } from '../answer.js';
import { checkExpiry, expiryDateOf, printDay } from '../key-form.js';
import { keyPath } from '../key-path.js';
import type { UserPageContext } from '../page-context.js';
import {
  type EditKeyErrors,
  type EditKeyForm,
  EXPIRY_CHANGES,
  renderEditKeyPage,
} from '../pages/edit-key-page.js';
import { explainFailure, listInvalidFields } from './explain-failure.js';
import { findKey, KeyNotFound } from './find-key.js';

export async function showEditKey(context: UserPageContext): Promise<Answer> {
  const key = await findKey(context);
  // Restores the input of a user who had to sign in again.
  const values = context.query.has('name')
    ? readForm(context.query)
    : { name: key.name, expiry: 'keep', lastDay: readDay(key) };
  return renderEditKeyPage(context, { key, values });
}

/** Changes a key's name and expiry. */
export async function editKey(context: UserPageContext): Promise<Answer> {
  const key = await findKey(context);
  const values = readForm(context.form);
  const errors = checkForm(values, context.now);
  if (Object.keys(errors).length > 0) return renderEditKeyPage(context, { key, values, errors, status: 400 });
  const { keyring, userId, keyId, now, log } = context;
  const expiresAt = values.expiry === 'keep' ? undefined : expiryDateOf(values, now);
  try {
    const updated = await keyring.apiKeys.update({ userId, id: keyId, name: values.name, expiresAt });
    if (!updated) throw new KeyNotFound();
  } catch (error) {
    return renderFailure(context, key, values, error);
  }
  log.info({ userId, keyId }, 'api key changed');
  return redirectTo(`${keyPath(keyId)}?notice=changed`);
}

function readForm(form: URLSearchParams): EditKeyForm {
  return {
    name: (form.get('name') ?? '').trim(),
    expiry: form.get('expiry') ?? 'keep',
    lastDay: form.get('lastDay') ?? '',
  };
}

function checkForm(values: EditKeyForm, now: number): EditKeyErrors {
  const expiry = checkExpiry(values, EXPIRY_CHANGES, now);
  return { ...(values.name === '' && { name: 'create.nameMissing' }), ...(expiry && { expiry }) };
}

function readDay({ expiresAt }: KeyRecord): string {
  return expiresAt === null ? '' : printDay(expiresAt.getTime());
}

/** Shows the form with the user's input and a message that explains the error. */
function renderFailure(
  context: UserPageContext,
  key: KeyRecord,
  values: EditKeyForm,
  error: unknown,
): Answer {
  if (error instanceof KeyNotFound) throw error;
  const { status, notice } = explainFailure(context, error, {
    log: 'api key not changed',
    503: 'edit.unavailable',
    other: 'edit.failed',
  });
  return listInvalidFields(error).has('name')
    ? renderEditKeyPage(context, { key, values, errors: { name: 'create.nameInvalid' }, status })
    : renderEditKeyPage(context, { key, values, status, notice });
}
