import type { KeyRecord } from '../keys/api-keys.js';
import type { PageContext } from './page-context.js';

/** Whether a replacement of this key would be accepted by the API. */
export function canRotate(
  { areKeysAccepted, now }: Pick<PageContext, 'areKeysAccepted' | 'now'>,
  { expiresAt, disabled }: KeyRecord,
): boolean {
  return areKeysAccepted && !disabled && (expiresAt === null || expiresAt.getTime() > now);
}
