import { type Answer, redirectTo } from '../answer.js';
import type { UserPageContext } from '../page-context.js';
import { readFormTime } from '../pages/form-id.js';

/**
 * Answers a form that makes a key called `name`, unless it was sent before: a reload of the answer makes no second
 * key. This process remembers the form; what another did, or this one before it was started anew, shows in the list,
 * where a key of that name is younger than the form.
 */
export async function sendOnce(
  context: UserPageContext,
  name: string,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const formId = readFormId(context);
  if (isRepeated(context)) return redirectRepeated();
  context.submissions.begin(formId);
  if (await hasNewerKey(context, name, readFormTime(formId))) return redirectRepeated();
  try {
    return await make();
  } catch (error) {
    context.submissions.forget(formId);
    throw error;
  }
}

/** Whether this process was sent the form before. */
export function isRepeated(context: UserPageContext): boolean {
  return context.submissions.has(readFormId(context));
}

/** Leads to the list, which says that the form was sent already. */
export function redirectRepeated(): Answer {
  return redirectTo('/dashboard/api-keys?notice=repeated');
}

function readFormId({ form }: UserPageContext): string {
  return form.get('form') ?? '';
}

async function hasNewerKey(
  { keyring, userId }: UserPageContext,
  name: string,
  formTime: number,
): Promise<boolean> {
  const keys = await keyring.apiKeys.list(userId).catch(() => []);
  return keys.some((key) => key.name === name && key.createdAt.getTime() > formTime);
}
