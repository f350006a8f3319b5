import type { FieldError } from '../protocol/envelope.js';
import { ProcedureError } from '../protocol/procedure-error.js';
import type { CreateKeyRequest } from './api-keys.js';
import { isWithinScopes } from './scopes.js';

const MAX_NAME_LENGTH = 100;
const MAX_SCOPES = 50;
const MAX_LIFE_DAYS = 365;
const DAY_MS = 86_400_000;
/** OAuth's scope characters (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

/** What a new key will be, checked. */
export interface KeyTerms {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Epoch milliseconds; null when it never expires. */
  readonly expiresAt: number | null;
}

/** Checks what is asked for; throws BAD_REQUEST with every fault, or FORBIDDEN when the maker may not give as much. */
export function checkKeyRequest(request: CreateKeyRequest, now: number): KeyTerms {
  const { name, maker, scopes = [] } = request;
  const expiresAt = request.expiresAt?.getTime() ?? null;
  const errors = [...checkName(name), ...checkScopes(scopes), ...checkExpiry(expiresAt, now)];
  if (errors.length > 0) throw new ProcedureError('BAD_REQUEST', 'The request is invalid.', { errors });
  if (maker) {
    if (!isWithinScopes(scopes, maker.scopes))
      throw new ProcedureError('FORBIDDEN', 'A key cannot make a key with more scopes than its own.');
    if (maker.expiresAt !== null && (expiresAt === null || expiresAt > maker.expiresAt.getTime()))
      throw new ProcedureError('FORBIDDEN', 'A key cannot make a key that outlives it.');
  }
  return { name, scopes: [...new Set(scopes)], expiresAt };
}

function checkName(name: string): FieldError[] {
  if (name.length >= 1 && name.length <= MAX_NAME_LENGTH) return [];
  return [{ path: ['name'], message: `A name has 1 to ${MAX_NAME_LENGTH} characters.` }];
}

function checkScopes(scopes: readonly string[]): FieldError[] {
  if (scopes.length > MAX_SCOPES)
    return [{ path: ['scopes'], message: `A key has at most ${MAX_SCOPES} scopes.` }];
  return scopes.flatMap((scope, index) =>
    SCOPE.test(scope)
      ? []
      : [
          {
            path: ['scopes', String(index)],
            message: 'A scope is 1 to 100 characters without spaces or quotes.',
          },
        ],
  );
}

function checkExpiry(expiresAt: number | null, now: number): FieldError[] {
  if (expiresAt === null) return [];
  const path = ['expiresAt'];
  if (Number.isNaN(expiresAt)) return [{ path, message: 'This is no date.' }];
  if (expiresAt <= now) return [{ path, message: 'A key expires in the future.' }];
  if (expiresAt > now + MAX_LIFE_DAYS * DAY_MS)
    return [{ path, message: `A key expires at most ${MAX_LIFE_DAYS} days from now.` }];
  return [];
}
