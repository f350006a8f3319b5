import { BuiltInError, createFieldError } from '../protocol/built-in-error.js';
import type { FieldError } from '../protocol/envelope.js';
import type { StoredKey } from '../stores/key-store.js';
import type { CreateKeyRequest, KeyChanges, KeyRecord } from './api-keys.js';
import { containsKey } from './key-format.js';
import { isWithinScopes } from './scopes.js';
import { DECEPTIVE_CHARACTER } from './unstorable-character.js';

const MAX_NAME_LENGTH = 100;
const MAX_SCOPES = 50;
const MAX_LIFE_DAYS = 365;
export const DAY_MS = 86_400_000;
export const MAX_LIFE_MS = MAX_LIFE_DAYS * DAY_MS;
/** OAuth's scope characters (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const MAX_SCOPE_LENGTH = 100;

/** The validated properties of a new key. */
export interface KeyProperties {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Epoch milliseconds; null when it never expires. */
  readonly expiresAt: number | null;
}

/** Validates a request. Throws BAD_REQUEST with all errors, or FORBIDDEN if the parent key may not grant as much. */
export function checkKeyRequest(
  request: CreateKeyRequest,
  parentKey: KeyRecord | null,
  now: number,
): KeyProperties {
  const { name, scopes = [] } = request;
  const expiresAt = request.expiresAt?.getTime() ?? null;
  const errors = [...checkName(name), ...checkScopes(scopes), ...checkExpiry(expiresAt, now)];
  if (errors.length > 0) throw new BuiltInError('BAD_REQUEST', 'status.400', { errors });
  if (parentKey) checkParentKey(parentKey, { scopes, expiresAt });
  return { name, scopes: [...new Set(scopes)], expiresAt };
}

/** Throws FORBIDDEN if the new key would have more rights than its parent key, or outlive it. */
export function checkParentKey(
  parentKey: KeyRecord,
  { scopes, expiresAt }: Pick<KeyProperties, 'scopes' | 'expiresAt'>,
): void {
  if (!isWithinScopes(scopes, parentKey.scopes)) throw new BuiltInError('FORBIDDEN', 'key.wider');
  if (parentKey.expiresAt !== null && (expiresAt === null || expiresAt > parentKey.expiresAt.getTime()))
    throw new BuiltInError('FORBIDDEN', 'key.outlives');
}

/** Validates a change like `checkKeyRequest`. Throws FORBIDDEN if it grants more than the parent key may grant. */
export function checkKeyChanges(
  { name, expiresAt, disabled }: KeyChanges,
  key: Pick<StoredKey, 'scopes' | 'expiresAt'>,
  parentKey: KeyRecord | null,
  now: number,
): void {
  const end = expiresAt === undefined ? undefined : (expiresAt?.getTime() ?? null);
  const errors = [
    ...(name === undefined ? [] : checkName(name)),
    ...(end === undefined ? [] : checkExpiry(end, now)),
  ];
  if (errors.length > 0) throw new BuiltInError('BAD_REQUEST', 'status.400', { errors });
  const givesMore = end !== undefined || disabled === false;
  if (parentKey && givesMore)
    checkParentKey(parentKey, { scopes: key.scopes, expiresAt: end === undefined ? key.expiresAt : end });
}

function checkName(name: string): FieldError[] {
  const length = name.length > MAX_NAME_LENGTH ? [...name].length : name.length;
  if (length >= 1 && length <= MAX_NAME_LENGTH && !DECEPTIVE_CHARACTER.test(name)) return [];
  return [createFieldError(['name'], { key: 'key.name', params: { max: MAX_NAME_LENGTH } })];
}

function checkScopes(scopes: readonly string[]): FieldError[] {
  if (scopes.length > MAX_SCOPES)
    return [createFieldError(['scopes'], { key: 'key.scopes', params: { max: MAX_SCOPES } })];
  const wording = { key: 'key.scope', params: { max: MAX_SCOPE_LENGTH } } as const;
  return scopes.flatMap((scope, index) =>
    scope.length <= MAX_SCOPE_LENGTH && SCOPE.test(scope) && !containsKey(scope)
      ? []
      : [createFieldError(['scopes', String(index)], wording)],
  );
}

/** Validates an expiry; null means that the key never expires. */
export function checkExpiry(expiresAt: number | null, now: number): FieldError[] {
  if (expiresAt === null) return [];
  const path = ['expiresAt'];
  if (Number.isNaN(expiresAt)) return [createFieldError(path, { key: 'key.noDate' })];
  if (expiresAt <= now) return [createFieldError(path, { key: 'key.past' })];
  if (expiresAt <= now + MAX_LIFE_MS) return [];
  return [createFieldError(path, { key: 'key.late', params: { max: MAX_LIFE_DAYS } })];
}
