import { printCookie, printEndedCookie, readCookie } from '../../cookie.js';
import type { PageRequest } from '../../page-request.js';
import type { Origin } from '../../read-origin.js';
import { ATTEMPT_LIFE_MS } from './attempt.js';

const NAME = 'procgen-sign-in';

export function readAttemptCookie(request: PageRequest, origin: Origin): string | null {
  return readCookie(request, origin, NAME);
}

/** SameSite=Lax lets it come along when the provider sends the browser back. */
export function printAttemptCookie(origin: Origin, token: string): string {
  return printCookie(origin, NAME, { value: token, maxAgeSeconds: ATTEMPT_LIFE_MS / 1000 });
}

export function printEndedAttemptCookie(origin: Origin): string {
  return printEndedCookie(origin, NAME);
}
