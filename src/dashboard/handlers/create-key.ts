import { isProcedureError, type ProcedureError } from '../../protocol/procedure-error.js';
import { type Answer, redirectTo } from '../answer.js';
import { checkDraft, type DraftErrors, type KeyDraft, readDraft, requestOf } from '../key-draft.js';
import type { MessageKey } from '../messages.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { renderNotice } from '../pages/notice.js';
import type { UserVisit } from '../visit.js';

/** Answers with the page that shows the new key, the only one that ever does. */
export async function createKey(visit: UserVisit): Promise<Answer> {
  const { keyring, userId, submissions, form, now, log } = visit;
  const draft = readDraft(form);
  const errors = checkDraft(draft);
  if (Object.keys(errors).length > 0) return refuse(visit, draft, { status: 400, errors });

  const formId = form.get('form') ?? '';
  if (!submissions.begin(formId)) return redirectTo('/dashboard/api-keys?notice=repeated');
  try {
    const created = await keyring.apiKeys.create({ userId, ...requestOf(draft, now) });
    log.info({ userId, keyId: created.record.id }, 'api key created');
    // The secret is shown now or never: a list that cannot be read must not take it away.
    const keys = await keyring.apiKeys.list(userId).catch(() => [created.record]);
    return renderApiKeysPage(visit, { keys, created, status: 201 });
  } catch (error) {
    submissions.forget(formId);
    if (!isProcedureError(error)) throw error;
    const refusal = explain(error);
    if (!refusal) throw error;
    if (error.status >= 500) log.error({ err: error, userId }, 'api key not created');
    return refuse(visit, draft, { status: error.status, ...refusal });
  }
}

interface Refusal {
  readonly errors: DraftErrors;
  readonly message?: MessageKey;
}

/** The key service's refusal in the page's words. */
function explain(error: ProcedureError): Refusal | null {
  if (error.code === 'CONFLICT') return { errors: {}, message: 'create.limit' };
  if (error.code === 'SERVICE_UNAVAILABLE') return { errors: {}, message: 'create.unavailable' };
  if (error.code !== 'BAD_REQUEST') return null;
  const fields = new Set((error.errors ?? []).map((entry) => entry.path[0]));
  return {
    errors: {
      ...(fields.has('name') && { name: 'create.nameInvalid' }),
      ...(fields.has('expiresAt') && { expiry: 'create.expiryInvalid' }),
      ...(fields.has('scopes') && { access: 'create.accessInvalid' }),
    },
  };
}

/** The page again, with what was typed still in it. */
async function refuse(
  visit: UserVisit,
  draft: KeyDraft,
  { status, errors, message = 'create.failed' }: Refusal & { readonly status: number },
): Promise<Answer> {
  return renderApiKeysPage(visit, {
    keys: await visit.keyring.apiKeys.list(visit.userId),
    status,
    notice: renderNotice('danger', visit.t(message)),
    form: { draft, errors },
  });
}
