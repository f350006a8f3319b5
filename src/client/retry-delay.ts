import { REDIRECTED } from './network-messages.js';
import type { Fail } from './result.js';

/**
 * How long to wait before try number `attempt`, in milliseconds; `Infinity` when it would not help. The server's
 * `Retry-After`, the first of several, counts; otherwise 0.5 s, doubling up to 8 s, spread so that callers do not
 * come back together.
 */
export function computeRetryDelay(fail: Fail, attempt: number, isRepeatable: boolean): number {
  const said = /^(\d+)(?:,|$)|^\w+, [\w :]+ GMT$/.exec(`${fail.headers?.get('retry-after')}`);
  const wait = said?.[1] ? +said[1] * 1000 : Math.max(0, Date.parse(said?.[0] ?? '') - Date.now());
  const isRefused = fail.status === 429 || (wait >= 0 && fail.status === 503);
  // A network fail or a timeout, beside these statuses.
  const isPassing =
    /^(408|50[0234])$/.test(`${fail.status}`) || (/^[nt]/.test(fail.kind) && fail.message !== REDIRECTED);
  if (!(isRefused || (isRepeatable && isPassing))) return Infinity;
  return wait >= 0 ? wait : Math.min(8000, 250 * 2 ** attempt * (1 + Math.random()));
}
