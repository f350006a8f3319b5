import type { KeyRecord, RotatedKey } from '../../keys/api-keys.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { Answer } from '../answer.js';
import type { MessageKey } from '../messages.js';
import { DEFAULT_OVERLAP, OVERLAPS } from '../overlaps.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { printDistance } from '../pages/format-moment.js';
import { renderNotice } from '../pages/notice.js';
import { renderRotateKeyPage } from '../pages/rotate-key-page.js';
import type { UserVisit } from '../visit.js';
import { findKey, noSuchKey } from './find-key.js';
import { isRepeated, sendOnce, tellRepeated } from './send-once.js';

export async function askForRotation(visit: UserVisit): Promise<Answer> {
  const key = await findKey(visit);
  checkRotatable(visit, key);
  return renderRotateKeyPage(visit, { key, overlap: DEFAULT_OVERLAP });
}

/** Answers with the page that shows the new key, the only one that ever does. */
export async function rotateKey(visit: UserVisit): Promise<Answer> {
  if (isRepeated(visit)) return tellRepeated();
  const key = await findKey(visit);
  checkRotatable(visit, key);
  const choice = visit.form.get('overlap') ?? DEFAULT_OVERLAP;
  const overlap = OVERLAPS.get(choice);
  if (!overlap)
    return renderRotateKeyPage(visit, { key, overlap: choice, error: 'rotate.overlapInvalid', status: 400 });
  try {
    return await sendOnce(visit, key.name, () => replaceKey(visit, overlap.ms));
  } catch (error) {
    return refuse(visit, { key, overlap: choice, error });
  }
}

async function replaceKey(visit: UserVisit, overlapMs: number): Promise<Answer> {
  const { keyring, userId, keyId, log } = visit;
  const rotated = await keyring.apiKeys.rotate({ userId, id: keyId, overlapMs });
  if (!rotated) throw noSuchKey();
  log.info({ userId, keyId, newKeyId: rotated.record.id }, 'api key rotated');
  // The secret is shown now or never: a list that cannot be read must not take it away.
  const keys = await keyring.apiKeys.list(userId).catch(() => [rotated.record]);
  const created = { ...rotated, remark: describePrevious(visit, rotated) };
  return renderApiKeysPage(visit, { keys, created, status: 201 });
}

/** A key that has ended, or that opens nothing here, is no model for another. */
function checkRotatable({ doKeysOpenApi, now }: UserVisit, { expiresAt }: KeyRecord): void {
  if (!doKeysOpenApi || (expiresAt && expiresAt.getTime() <= now)) throw noSuchKey();
}

function describePrevious(
  { t, language, now }: UserVisit,
  { previous: { start, expiresAt } }: RotatedKey,
): string {
  const leftMs = (expiresAt?.getTime() ?? now) - now;
  if (leftMs <= 0) return t('rotate.ended', { start });
  return t('rotate.ends', { start, when: printDistance(leftMs, language) });
}

const MESSAGES: Readonly<Record<number, MessageKey>> = { 409: 'rotate.limit', 503: 'rotate.unavailable' };

/** The form again, with the refusal in the page's words. */
function refuse(
  visit: UserVisit,
  { key, overlap, error }: { key: KeyRecord; overlap: string; error: unknown },
): Answer {
  const status = isProcedureError(error) ? error.status : 500;
  if (status === 404) throw error;
  if (status >= 500)
    visit.log.error({ err: error, userId: visit.userId, keyId: key.id }, 'api key not rotated');
  const text = visit.t(MESSAGES[status] ?? 'rotate.failed', { limit: visit.keyring.maxKeysPerUser });
  return renderRotateKeyPage(visit, { key, overlap, status, notice: renderNotice('danger', text) });
}
