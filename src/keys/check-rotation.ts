import { BuiltInError, createFieldError } from '../protocol/built-in-error.js';
import type { FieldError } from '../protocol/envelope.js';
import type { StoredKey } from '../stores/key-store.js';
import type { KeyRecord, RotateKeyRequest } from './api-keys.js';
import { checkExpiry, checkParentKey, DAY_MS, type KeyProperties, MAX_LIFE_MS } from './check-key-request.js';

const DEFAULT_OVERLAP_MS = DAY_MS;
const MAX_OVERLAP_DAYS = 30;

/** The validated outcome of a rotation. */
export interface Rotation {
  readonly terms: KeyProperties;
  /** When the old key expires, in epoch milliseconds, unless it expires earlier; null deletes it. */
  readonly previousExpiresAt: number | null;
}

/** Validates a rotation. Throws BAD_REQUEST, or FORBIDDEN if the parent key may not grant the rights of the old key. */
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

/** The same lifetime as the old key's, but not beyond the parent key's expiry; null means forever. */
function inheritExpiry(old: StoredKey, parentKey: KeyRecord | null, now: number): number | null {
  const own = old.expiresAt === null ? null : now + Math.min(old.expiresAt - old.createdAt, MAX_LIFE_MS);
  const bound = parentKey?.expiresAt?.getTime() ?? null;
  if (own === null || bound === null) return own ?? bound;
  return Math.min(own, bound);
}
