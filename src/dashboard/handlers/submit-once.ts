import { type Answer, redirectTo } from '../answer.js';
import type { UserPageContext } from '../page-context.js';
import { readFormTime } from '../pages/form-id.js';

const MAX_FORM_ID_LENGTH = 64;

/**
 * Handles a form that creates a key, unless the same form already created one: then it redirects to the list, as after
 * a reload. A form whose response is not 201 can be sent again. A form without an id is always handled.
 */
export async function submitOnce(context: UserPageContext, handle: () => Promise<Answer>): Promise<Answer> {
  const formId = readFormId(context);
  if (formId === '' || formId.length > MAX_FORM_ID_LENGTH) return handle();
  const request = { caller: `dashboard:${context.userId}`, name: formId, fingerprint: '' };
  const claim = await context.answers.claim(request);
  if (claim.kind !== 'first') return redirectRepeated();
  let isCreated = false;
  try {
    const answer = await handle();
    isCreated = answer.kind === 'page' && answer.status === 201;
    return answer;
  } finally {
    claim.settle(isCreated ? { kind: 'processed', id: null } : null);
  }
}

/** Whether the user has a key called `name` that is newer than the form: the form created it, but its claim is lost. */
export async function hasNewerKey(context: UserPageContext, name: string): Promise<boolean> {
  const formTime = readFormTime(readFormId(context));
  const keys = await context.keyring.apiKeys.list(context.userId).catch(() => []);
  return keys.some((key) => key.name === name && key.createdAt.getTime() > formTime);
}

/** Redirects to the list, which says that the form was already submitted. */
export function redirectRepeated(): Answer {
  return redirectTo('/dashboard/api-keys?notice=repeated');
}

function readFormId({ form }: UserPageContext): string {
  return form.get('form') ?? '';
}
