import { createRefusal, type Refusal } from '../respond/fail.js';

/** The 401 of who is not signed in. */
export function challengeVisitor(): Refusal {
  return createRefusal('UNAUTHORIZED', undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
