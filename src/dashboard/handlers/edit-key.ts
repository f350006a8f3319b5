import type { KeyRecord } from '../../keys/api-keys.js';
import { isOutcomeUnknown } from '../../keys/map-store-error.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import { type Answer, redirectTo } from '../answer.js';
import { checkExpiry, expiryDateOf, printDay } from '../key-form.js';
import type { UserPageContext } from '../page-context.js';
import {
  type EditKeyErrors,
  type EditKeyForm,
  EXPIRY_CHANGES,
  renderEditKeyPage,
} from '../pages/edit-key-page.js';
import { renderNotice } from '../pages/notice.js';
import { findKey, keyNotFound } from './find-key.js';

export async function showEditKey(context: UserPageContext): Promise<Answer> {
  const key = await findKey(context);
  // Who had to sign in again finds what was typed.
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
    if (!updated) throw keyNotFound();
  } catch (error) {
    return refuse(context, key, values, error);
  }
  log.info({ userId, keyId }, 'api key changed');
  return redirectTo(`/dashboard/api-keys/${keyId}?notice=changed`);
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

/** The form with what was typed and a message that explains the error. */
function refuse(context: UserPageContext, key: KeyRecord, values: EditKeyForm, error: unknown): Answer {
  const status = isProcedureError(error) ? error.status : 500;
  if (status === 404) throw error;
  const fields = isProcedureError(error) ? (error.errors ?? []).map(({ path }) => path[0]) : [];
  if (fields.includes('name'))
    return renderEditKeyPage(context, { key, values, errors: { name: 'create.nameInvalid' }, status });
  if (status >= 500)
    context.log.error({ err: error, userId: context.userId, keyId: key.id }, 'api key not changed');
  const text = isOutcomeUnknown(error)
    ? 'keys.unknownOutcome'
    : status === 503
      ? 'edit.unavailable'
      : 'edit.failed';
  return renderEditKeyPage(context, { key, values, status, notice: renderNotice('danger', context.t(text)) });
}
