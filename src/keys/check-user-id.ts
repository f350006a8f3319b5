import { ProcedureError } from '../protocol/procedure-error.js';
import { UNSTORABLE_CHARACTER } from './unstorable-character.js';

const MAX_LENGTH = 200;

export function isUserId(id: string): boolean {
  return id.length >= 1 && id.length <= MAX_LENGTH && !UNSTORABLE_CHARACTER.test(id);
}

/** Throws BAD_REQUEST for an id that no user can have. */
export function checkUserId(id: string): void {
  if (isUserId(id)) return;
  const message = `A user id must have 1 to ${MAX_LENGTH} characters and no control characters.`;
  throw new ProcedureError('BAD_REQUEST', message, { errors: [{ path: ['userId'], message }] });
}
