import { ProcedureError } from '../protocol/procedure-error.js';

const MAX_LENGTH = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

export function isUserId(id: string): boolean {
  return id.length >= 1 && id.length <= MAX_LENGTH && !CONTROL_CHARACTER.test(id);
}

/** Throws BAD_REQUEST for an id that no user can have. */
export function checkUserId(id: string): void {
  if (isUserId(id)) return;
  const message = `A user's id has 1 to ${MAX_LENGTH} characters, none of them a control character.`;
  throw new ProcedureError('BAD_REQUEST', message, { errors: [{ path: ['userId'], message }] });
}
