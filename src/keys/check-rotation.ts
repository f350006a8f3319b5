import { BuiltInError, createFieldError } from '../protocol/built-in-error.js';
import type { FieldError } from '../protocol/envelope.js';
import type { StoredKey } from '../stores/key-store.js';
import type { KeyRecord, RotateKeyRequest } from './api-keys.js';
import { checkExpiry, checkParentKey, DAY_MS, type KeyTerms, MAX_LIFE_MS } from './check-key-request.js';

const DEFAULT_OVERLAP_MS = DAY_MS;
const MAX_OVERLAP_DAYS = 30;

/** What comes of a rotation, checked. */
export interface Rotation {
  readonly terms: KeyTerms;
  /** When the old key expires, epoch milliseconds, unless it does so earlier; null deletes it. */
  readonly previousExpiresAt: number | null;
}

/** Checks a rotation; throws BAD_REQUEST, or FORBIDDEN when the parent key may not give what the old key may do. */
export function checkRotation(
  { overlapMs = DEFAULT_OVERLAP_MS, expiresAt: wanted }: RotateKeyRequest,
  old: StoredKey,
  parentKey: KeyRecord | null,
  now: number,
): Rotation {
  const expiresAt = wanted === undefined ? inheritExpiry(old, parentKey, now) : (wanted?.getTime() ?? null);
  const errors = [...checkOverlap(overlapMs), ...checkExpiry(expiresAt, now)];
  if (errors.length > 0) throw new BuiltInError('BAD_REQUEST', 'status.400', { errors });
  const terms = { name: old.name, scopes: old.scopes, expiresAt };
  if (parentKey) checkParentKey(parentKey, terms);
  return { terms, previousExpiresAt: overlapMs === 0 ? null : now + overlapMs };
}

function checkOverlap(overlapMs: number): FieldError[] {
  if (Number.isInteger(overlapMs) && overlapMs >= 0 && overlapMs <= MAX_OVERLAP_DAYS * DAY_MS) return [];
  return [createFieldError(['overlapMs'], { key: 'key.overlap', params: { max: MAX_OVERLAP_DAYS } })];
}

/** As long a life as the old key's, and none beyond the parent key's; null is for ever. */
function inheritExpiry(old: StoredKey, parentKey: KeyRecord | null, now: number): number | null {
  const own = old.expiresAt === null ? null : now + Math.min(old.expiresAt - old.createdAt, MAX_LIFE_MS);
  const bound = parentKey?.expiresAt?.getTime() ?? null;
  if (own === null || bound === null) return own ?? bound;
  return Math.min(own, bound);
}
