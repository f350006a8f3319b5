import { createRefusal, type Refusal } from '../respond/fail.js';

/** Returns the 401 for a visitor who is not signed in. */
export function challengeVisitor(): Refusal {
  return createRefusal('UNAUTHORIZED', undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
