import { type Answer, redirectTo } from '../answer.js';
import type { UserPageContext } from '../page-context.js';
import { readFormTime } from '../pages/form-id.js';

/**
 * Handles a form that creates a key called `name` unless it was submitted before, so that a reload creates no second key.
 * Forms of this process are in `submissions`. For forms that another process handled, or this one before a restart, a key
 * of that name that is newer than the form shows it.
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

/** Whether this process has handled the form before. */
export function isRepeated(context: UserPageContext): boolean {
  return context.submissions.has(readFormId(context));
}

/** Redirects to the list, which says that the form was submitted before. */
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
