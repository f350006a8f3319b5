import { REDIRECTED } from './network-messages.js';
import type { Fail } from './result.js';

/**
 * Returns how long to wait before attempt number `attempt`, in milliseconds; `Infinity` if another attempt would not
 * help. The first `Retry-After` of the server applies; without one 0.5 s, doubling up to 8 s, with jitter so that
 * callers do not return together.
 */
export function computeRetryDelay(fail: Fail, attempt: number, isRepeatable: boolean): number {
  const retryAfter = /^(\d+)(?:,|$)|^\w+, [\w :]+ GMT$/.exec(`${fail.headers?.get('retry-after')}`);
  const wait = retryAfter?.[1]
    ? +retryAfter[1] * 1000
    : Math.max(0, Date.parse(retryAfter?.[0] ?? '') - Date.now());
  const isRefused = fail.status === 429 || (wait >= 0 && fail.status === 503);
  // A network failure or a timeout, besides these statuses.
  const isTransient =
    /^(408|50[0234])$/.test(`${fail.status}`) || (/^[nt]/.test(fail.kind) && fail.message !== REDIRECTED);
  if (!(isRefused || (isRepeatable && isTransient))) return Infinity;
  return wait >= 0 ? wait : Math.min(8000, 250 * 2 ** attempt * (1 + Math.random()));
}
