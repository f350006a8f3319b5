import type { Principal } from '../../definition/config.js';

/**
 * The maximum length of an application's user and tenant ids, in UTF-16 units. They are part of the names of rate limit
 * counters and stored responses.
 */
export const NAME_LENGTH_MAX = 1024;

/**
 * Checks what the application's `authenticate` returned; null means an unknown caller. Throws a TypeError for anything
 * that does not identify one caller: two such callers would share quotas and stored responses.
 */
export function checkPrincipal(returned: unknown): Principal | null {
  if (returned === null || returned === undefined || returned === false) return null;
  if (typeof returned !== 'object') throw refuse(describe(returned), 'it must be { user, scopes? } or null');
  const { user, scopes } = returned as { readonly user?: unknown; readonly scopes?: unknown };
  if (typeof user !== 'object' || user === null) {
    throw refuse(`a user of ${describe(user)}`, 'it must be an object with an id');
  }
  const { id } = user as { readonly id?: unknown };
  if (typeof id !== 'string' || id.trim() === '') {
    throw refuse(`a user.id of ${describe(id)}`, 'it must be a non-empty string');
  }
  if (id.length > NAME_LENGTH_MAX) {
    throw refuse(
      `a user.id of ${id.length} characters`,
      `it may have at most ${NAME_LENGTH_MAX}; return a digest of a longer one`,
    );
  }
  if (scopes !== undefined && !isListOfTexts(scopes)) {
    throw refuse(`scopes of ${describe(scopes)}`, 'they must be an array of strings');
  }
  return returned as Principal;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function refuse(what: string, expected: string): TypeError {
  return new TypeError(`authenticate returned ${what}: ${expected}.`);
}

/** Describes a value briefly and without an object's content, because the text is logged. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array with other items';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}
