import type { KeyRecord, RotatedKey } from '../../keys/api-keys.js';
import type { Answer } from '../answer.js';
import { canRotate } from '../can-rotate.js';
import { DEFAULT_OVERLAP, OVERLAPS } from '../overlaps.js';
import type { UserPageContext } from '../page-context.js';
import { renderApiKeysPage } from '../pages/api-keys-page.js';
import { printDistance } from '../pages/format-moment.js';
import { renderRotateKeyPage } from '../pages/rotate-key-page.js';
import { explainFailure } from './explain-failure.js';
import { findKey, KeyNotFound } from './find-key.js';
import { hasNewerKey, redirectRepeated, submitOnce } from './submit-once.js';

export async function confirmRotation(context: UserPageContext): Promise<Answer> {
  const key = await findKey(context);
  checkRotatable(context, key);
  return renderRotateKeyPage(context, { key, overlap: context.query.get('overlap') ?? DEFAULT_OVERLAP });
}

/** Responds with the only page that shows the new secret. */
export function rotateKey(context: UserPageContext): Promise<Answer> {
  return submitOnce(context, () => handleForm(context));
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
    return renderFailure(context, { key, overlap: choice, error });
  }
}

async function replaceKey(context: UserPageContext, overlapMs: number): Promise<Answer> {
  const { keyring, userId, keyId, log } = context;
  const rotated = await keyring.apiKeys.rotate({ userId, id: keyId, overlapMs });
  if (!rotated) throw new KeyNotFound();
  log.info({ userId, keyId, newKeyId: rotated.record.id }, 'api key rotated');
  // The secret is shown only once, so a list that cannot be read must not prevent it.
  const keys = await keyring.apiKeys.list(userId).catch(() => [rotated.record]);
  const created = { ...rotated, remark: describePrevious(context, rotated) };
  return renderApiKeysPage(context, { keys, created, status: 201 });
}

/** Throws NOT_FOUND for an expired or disabled key, and if the service does not accept keys. */
function checkRotatable(context: UserPageContext, key: KeyRecord): void {
  if (!canRotate(context, key)) throw new KeyNotFound();
}

function describePrevious(
  { t, language, now }: UserPageContext,
  { previous: { start, expiresAt } }: RotatedKey,
): string {
  const leftMs = (expiresAt?.getTime() ?? now) - now;
  if (leftMs <= 0) return t('rotate.ended', { start });
  return t('rotate.ends', { start, when: printDistance(leftMs, language) });
}

/** Shows the form with a message that explains the error. */
function renderFailure(
  context: UserPageContext,
  { key, overlap, error }: { key: KeyRecord; overlap: string; error: unknown },
): Answer {
  if (error instanceof KeyNotFound) throw error;
  const failure = explainFailure(context, error, {
    log: 'api key not rotated',
    409: 'rotate.limit',
    503: 'rotate.unavailable',
    other: 'rotate.failed',
  });
  return renderRotateKeyPage(context, { key, overlap, ...failure });
}
