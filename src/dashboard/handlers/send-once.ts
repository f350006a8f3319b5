import { type Answer, redirectTo } from '../answer.js';
import { readFormTime } from '../pages/form-id.js';
import type { UserVisit } from '../visit.js';

/**
 * Answers a form that makes a key called `name`, unless it was sent before: a reload of the answer makes no second
 * key. This process remembers the form; what another did, or this one before it was started anew, shows in the list,
 * where a key of that name is younger than the form.
 */
export async function sendOnce(visit: UserVisit, name: string, make: () => Promise<Answer>): Promise<Answer> {
  const formId = readFormId(visit);
  if (isRepeated(visit)) return tellRepeated();
  visit.submissions.begin(formId);
  if (await isMade(visit, name, readFormTime(formId))) return tellRepeated();
  try {
    return await make();
  } catch (error) {
    visit.submissions.forget(formId);
    throw error;
  }
}

/** Whether this process was sent the form before. */
export function isRepeated(visit: UserVisit): boolean {
  return visit.submissions.has(readFormId(visit));
}

/** Leads to the list, which says that the form was sent already. */
export function tellRepeated(): Answer {
  return redirectTo('/dashboard/api-keys?notice=repeated');
}

function readFormId({ form }: UserVisit): string {
  return form.get('form') ?? '';
}

async function isMade({ keyring, userId }: UserVisit, name: string, formTime: number): Promise<boolean> {
  const keys = await keyring.apiKeys.list(userId).catch(() => []);
  return keys.some((key) => key.name === name && key.createdAt.getTime() > formTime);
}
