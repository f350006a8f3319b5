import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { printCookie, printExpiredCookie, readCookie } from '../../cookie.js';
import type { PageRequest } from '../../page-request.js';
import type { Origin } from '../../read-origin.js';

/** Binds the provider's response to the request and the browser (RFC 6749, RFC 7636, OpenID Connect Core). */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** How long a sign-in at the provider may take. */
export const ATTEMPT_LIFE_MS = 10 * 60_000;

/**
 * Creates a token, for the browser's cookie only, and derives an attempt from it. The server keeps no state, so any
 * process can handle the response. The token and the code verifier cannot be computed from state and nonce.
 */
export function createAttempt(now: number): { readonly token: string; readonly attempt: Attempt } {
  const token = `${now.toString(36)}.${randomBytes(32).toString('base64url')}`;
  return { token, attempt: deriveAttempt(token) };
}

/** Derives the attempt of a token; null if the token is malformed or older than ten minutes. */
export function readAttempt(token: string, now: number): Attempt | null {
  const [, startedAt = ''] = /^([\da-z]{1,11})\.[\w-]{43}$/.exec(token) ?? [];
  const ageMs = now - Number.parseInt(startedAt, 36);
  return ageMs >= 0 && ageMs < ATTEMPT_LIFE_MS ? deriveAttempt(token) : null;
}

/** Whether a response has exactly one state, equal to the attempt's. */
export function matchesState(attempt: Attempt, states: readonly string[]): boolean {
  const [own, given] = [Buffer.from(attempt.state), Buffer.from(states[0] ?? '')];
  return states.length === 1 && own.length === given.length && timingSafeEqual(own, given);
}

function deriveAttempt(token: string): Attempt {
  const deriveValue = (purpose: string) => createHmac('sha256', token).update(purpose).digest('base64url');
  return {
    state: deriveValue('state'),
    nonce: deriveValue('nonce'),
    codeVerifier: deriveValue('code verifier'),
  };
}

const NAME = 'procgen-sign-in';

export function readAttemptCookie(request: PageRequest, origin: Origin): string | null {
  return readCookie(request, origin, NAME);
}

/** SameSite=Lax sends the cookie when the provider redirects the browser back. */
export function printAttemptCookie(origin: Origin, token: string): string {
  return printCookie(origin, NAME, { value: token, maxAgeSeconds: ATTEMPT_LIFE_MS / 1000 });
}

export function printExpiredAttemptCookie(origin: Origin): string {
  return printExpiredCookie(origin, NAME);
}
