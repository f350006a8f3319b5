import type { StoreCounts } from '../../stores/store-report.js';
import { count } from '../print/count.js';

/** `2 keys, 1 user, 0 sign-in tokens, 1 session`. */
export function printCounts({ keys, users, signInTokens, sessions }: StoreCounts): string {
  return [
    count(keys, 'key'),
    count(users, 'user'),
    count(signInTokens, 'sign-in token'),
    count(sessions, 'session'),
  ].join(', ');
}
