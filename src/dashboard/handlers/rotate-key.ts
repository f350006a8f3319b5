import type { KeyRecord, RotatedKey } from '../../keys/api-keys.js';
import { isOutcomeUnknown } from '../../keys/map-store-error.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { Answer } from '../answer.js';
import { canRotate } from '../can-rotate.js';
import type { MessageKey } from '../messages.js';
import { DEFAULT_OVERLAP, OVERLAPS } from '../overlaps.js';
import type { UserPageContext } from '../page-context.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { printDistance } from '../pages/format-moment.js';
import { renderNotice } from '../pages/notice.js';
import { renderRotateKeyPage } from '../pages/rotate-key-page.js';
import { findKey, keyNotFound } from './find-key.js';
import { hasNewerKey, redirectRepeated, sendOnce } from './send-once.js';

export async function askForRotation(context: UserPageContext): Promise<Answer> {
  const key = await findKey(context);
  checkRotatable(context, key);
  return renderRotateKeyPage(context, { key, overlap: context.query.get('overlap') ?? DEFAULT_OVERLAP });
}

/** Responds with the only page that shows the new secret. */
export function rotateKey(context: UserPageContext): Promise<Answer> {
  return sendOnce(context, () => handleForm(context));
}

async function handleForm(context: UserPageContext): Promise<Answer> {
  const key = await findKey(context);
  checkRotatable(context, key);
  const choice = context.form.get('overlap') ?? DEFAULT_OVERLAP;
  const overlap = OVERLAPS.get(choice);
  if (!overlap)
    return renderRotateKeyPage(context, {
      key,
      overlap: choice,
      error: 'rotate.overlapInvalid',
      status: 400,
    });
  if (await hasNewerKey(context, key.name)) return redirectRepeated();
  try {
    return await replaceKey(context, overlap.ms);
  } catch (error) {
    return refuse(context, { key, overlap: choice, error });
  }
}

async function replaceKey(context: UserPageContext, overlapMs: number): Promise<Answer> {
  const { keyring, userId, keyId, log } = context;
  const rotated = await keyring.apiKeys.rotate({ userId, id: keyId, overlapMs });
  if (!rotated) throw keyNotFound();
  log.info({ userId, keyId, newKeyId: rotated.record.id }, 'api key rotated');
  // The secret is shown only once, so a list that cannot be read must not prevent it.
  const keys = await keyring.apiKeys.list(userId).catch(() => [rotated.record]);
  const created = { ...rotated, remark: describePrevious(context, rotated) };
  return renderApiKeysPage(context, { keys, created, status: 201 });
}

/** Throws NOT_FOUND for an expired or disabled key, and where keys are not accepted. */
function checkRotatable(context: UserPageContext, key: KeyRecord): void {
  if (!canRotate(context, key)) throw keyNotFound();
}

function describePrevious(
  { t, language, now }: UserPageContext,
  { previous: { start, expiresAt } }: RotatedKey,
): string {
  const leftMs = (expiresAt?.getTime() ?? now) - now;
  if (leftMs <= 0) return t('rotate.ended', { start });
  return t('rotate.ends', { start, when: printDistance(leftMs, language) });
}

const MESSAGES: Readonly<Record<number, MessageKey>> = { 409: 'rotate.limit', 503: 'rotate.unavailable' };

/** The form with a message that explains the error. */
function refuse(
  context: UserPageContext,
  { key, overlap, error }: { key: KeyRecord; overlap: string; error: unknown },
): Answer {
  const status = isProcedureError(error) ? error.status : 500;
  if (status === 404) throw error;
  if (status >= 500)
    context.log.error({ err: error, userId: context.userId, keyId: key.id }, 'api key not rotated');
  const text = context.t(
    isOutcomeUnknown(error) ? 'keys.unknownOutcome' : (MESSAGES[status] ?? 'rotate.failed'),
    { limit: context.keyring.maxKeysPerUser },
  );
  return renderRotateKeyPage(context, { key, overlap, status, notice: renderNotice('danger', text) });
}
