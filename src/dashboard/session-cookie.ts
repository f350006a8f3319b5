import { printCookie, printEndedCookie, readCookie } from './cookie.js';
import type { PageRequest } from './page-request.js';
import type { Origin } from './read-origin.js';

const NAME = 'procgen';

export function readSessionCookie(request: PageRequest, origin: Origin): string | null {
  return readCookie(request, origin, NAME);
}

/** The `Set-Cookie` of a session. It has no Max-Age: how long it lasts is the server's to say. */
export function printSessionCookie(origin: Origin, token: string): string {
  return printCookie(origin, NAME, { value: token });
}

export function printEndedSessionCookie(origin: Origin): string {
  return printEndedCookie(origin, NAME);
}
